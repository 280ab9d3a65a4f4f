"use strict";

// Language and theme are attributes of <html>; style.css does the rest. They are kept in the
// address, behind the place in the page: #place&lang=zh&theme=dark.
const root = document.documentElement;

function address() {
  const [place, ...kept] = location.hash.slice(1).split("&");
  return place.includes("=")
    ? { place: "", kept: new URLSearchParams([place, ...kept].join("&")) }
    : { place, kept: new URLSearchParams(kept.join("&")) };
}

function keep() {
  const kept = new URLSearchParams();
  if (chosen.lang) kept.set("lang", chosen.lang);
  if (chosen.theme) kept.set("theme", chosen.theme);
  const hash = [address().place, kept.toString()].filter(Boolean).join("&");
  if (hash !== location.hash.slice(1)) history.replaceState(null, "", `#${hash}`);
}

const { place, kept } = address();
const among = (value, words) => (words.includes(value) ? value : "");
const chosen = {
  lang: among(kept.get("lang"), ["en", "zh"]),
  theme: among(kept.get("theme"), ["light", "dark"]),
};

function pressed(button, isPressed) {
  button.setAttribute("aria-pressed", String(isPressed));
}

const languages = [...document.querySelectorAll("[data-language]")];

function speak(language) {
  root.lang = language;
  document.title = document.body.getAttribute(`data-title-${language}`);
  languages.forEach((one) => pressed(one, one.dataset.language === language));
}

for (const button of languages) {
  button.addEventListener("click", () => {
    speak((chosen.lang = button.dataset.language));
    keep();
  });
}
speak(chosen.lang || (navigator.language.startsWith("zh") ? "zh" : root.lang));

const theme = document.getElementById("theme");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
theme.addEventListener("click", () => {
  root.dataset.theme = chosen.theme = isDark() ? "light" : "dark";
  pressed(theme, isDark());
  keep();
});
if (chosen.theme) root.dataset.theme = chosen.theme;
prefersDark.addEventListener("change", () => pressed(theme, isDark()));
pressed(theme, isDark());

addEventListener("hashchange", keep);
if (place && kept.size) document.getElementById(place)?.scrollIntoView();

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
  // Not disabled: that would take the focus away.
  previous.setAttribute("aria-disabled", String(current === 0));
  next.setAttribute("aria-disabled", String(current === tabs.length - 1));
}

tabs.forEach((tab, i) => tab.addEventListener("click", () => show(i)));
previous.addEventListener("click", () => show(current - 1));
next.addEventListener("click", () => show(current + 1));

document.addEventListener("keydown", (event) => {
  const onTab = document.activeElement?.getAttribute("role") === "tab";
  const ends = onTab ? { Home: -tabs.length, End: tabs.length } : {};
  const step = { ArrowLeft: -1, ArrowRight: 1, ...ends }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // In a table that scrolls, the arrows scroll.
  const region = event.target instanceof Element && event.target.closest(".scroll");
  if (region && region.scrollWidth > region.clientWidth) return;
  event.preventDefault();
  show(current + step);
  if (onTab) tabs[current].focus();
});

root.classList.add("scripted");
show(0);
