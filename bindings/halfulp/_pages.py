"""A piece of HTML as a page of its own."""

from html import escape
from typing import Final

from halfulp._blind_spots import Language

# Light or dark as the reader has it; tables scroll where they are wider than the page.
_STYLE: Final = """
:root { color-scheme: light dark; }
body {
  margin: 2rem auto;
  padding: 0 1rem;
  max-width: 76rem;
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans CJK SC", sans-serif;
}
table { border-collapse: collapse; display: block; overflow-x: auto; }
caption { text-align: left; padding: 0.5rem 0; font-weight: 600; }
th, td { padding: 0.2rem 0.7rem 0.2rem 0; text-align: left; }
td { font-family: ui-monospace, Consolas, "DejaVu Sans Mono", monospace; }
th, td { white-space: nowrap; font-size: 0.875rem; }
"""


def page(title: str, body: str, language: Language = "en") -> str:
    """A self-contained page.

    >>> page("A title", "<p>text</p>").splitlines()[0]
    '<!doctype html>'
    """
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""
