"use strict";

// Language and theme are attributes of <html>; style.css does the rest.
const root = document.documentElement;

function pressed(button, isPressed) {
  button.setAttribute("aria-pressed", String(isPressed));
}

const languages = [...document.querySelectorAll("[data-language]")];
for (const button of languages) {
  button.addEventListener("click", () => {
    root.lang = button.dataset.language;
    document.title = document.body.getAttribute(`data-title-${root.lang}`);
    languages.forEach((other) => pressed(other, other === button));
  });
}

const theme = document.getElementById("theme");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
theme.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  pressed(theme, isDark());
});
prefersDark.addEventListener("change", () => pressed(theme, isDark()));
pressed(theme, isDark());

// The four gates: one at a time, moved by the reader only.
const tabs = [...document.querySelectorAll("[role=tab]")];
const panels = tabs.map((tab) => document.getElementById(tab.getAttribute("aria-controls")));
const previous = document.getElementById("previous");
const next = document.getElementById("next");
let current = 0;

function show(step) {
  current = Math.min(Math.max(step, 0), tabs.length - 1);
  tabs.forEach((tab, i) => {
    tab.setAttribute("aria-selected", String(i === current));
    tab.tabIndex = i === current ? 0 : -1;
    panels[i].hidden = i !== current;
  });
  document.getElementById("step").textContent = `${current + 1} / ${tabs.length}`;
  previous.disabled = current === 0;
  next.disabled = current === tabs.length - 1;
}

tabs.forEach((tab, i) => tab.addEventListener("click", () => show(i)));
previous.addEventListener("click", () => show(current - 1));
next.addEventListener("click", () => show(current + 1));

document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // In a table that scrolls, the arrows scroll.
  const region = event.target instanceof Element && event.target.closest(".scroll");
  if (region && region.scrollWidth > region.clientWidth) return;
  event.preventDefault();
  show(current + step);
  if (document.activeElement?.getAttribute("role") === "tab") tabs[current].focus();
});

root.classList.add("scripted");
show(0);
