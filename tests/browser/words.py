"""Words that a page in one language must not have: those of the other's texts alone."""

import re
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tapete.games import game, games

SOURCES = Path(__file__).parents[2] / "web" / "src"
LITERAL = re.compile(r"'((?:[^'\\\n]|\\.)*)'(?!:)|`([^`]*)`")
"""A text in the client's sources, not the name of a field."""
PLACE = re.compile(r"\$\{[^{}]*\}")
IMPORT = re.compile(r"^import .*$", re.MULTILINE)
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = {"tapete", "yaniv", "least", "count", "qr", "lan", "esc", "ctrl", "bcd", "fghj"}
"""What is called the same in every language."""
ALIKE = {"come", "decides", "declare", "has", "me", "once"}
"""English words that are spelled as Spanish ones of another meaning."""

COLLECT = """() => {
    const found = [];
    const look = (node) => {
        if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
        if (node.nodeType !== Node.ELEMENT_NODE) return;
        if (["CODE", "NOSCRIPT", "SCRIPT", "STYLE"].includes(node.nodeName)) return;
        const lang = node.getAttribute("lang");
        if (lang && lang !== document.documentElement.lang) return;
        for (const name of ["aria-label", "title", "placeholder", "alt"])
            if (node.hasAttribute(name)) found.push(node.getAttribute(name));
        for (const child of node.childNodes) look(child);
    };
    look(document.body);
    return [document.title, ...found].join("\\n");
}"""
"""Returns all texts of a page, seen or spoken, but for those that say they are in another one."""


@cache
def words_of(language: str) -> frozenset[str]:
    """Return the words of all of the client's texts in a language."""
    files = [SOURCES / "i18n" / f"{language}.ts", *SOURCES.glob(f"games/*/{language}.ts")]
    texts = [text for file in files for text in literals(file.read_text(encoding="utf-8"))]
    return frozenset(words_in(" ".join(texts)))


def literals(source: str) -> list[str]:
    """Return the texts that a source has, without what stands in for names and numbers."""
    found = LITERAL.findall(IMPORT.sub("", PLACE.sub(" ", PLACE.sub(" ", source))))
    return [plain or template for plain, template in found]


def words_in(text: str) -> set[str]:
    """Return the words of a text, in small letters; the games' own names are none."""
    for name in games():
        text = text.replace(game(name).title, " ")
    return {word.lower() for word in WORD.findall(text)}


def foreign_words(page: Page, language: str, other: str) -> set[str]:
    """Return the words of a page that are the other language's alone."""
    return words_in(page.evaluate(COLLECT)) & (words_of(other) - words_of(language) - NAMES - ALIKE)
