"""Read a page of the companion as a browser would: its elements, its controls, what a person sees of it."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"br", "hr", "input", "link", "meta", "wbr", "path", "rect"}


class Element:
    """An element with its attributes, what is inside it, and its text."""

    def __init__(self, name: str, attributes: dict[str, str | None], above: Element | None) -> None:
        self.name, self.attributes, self.above = name, attributes, above
        self.below: list[Element] = []
        self.own: list[str] = []

    def get(self, key: str) -> str:
        return self.attributes.get(key) or ""

    def has(self, key: str) -> bool:
        return key in self.attributes

    def all(self, *names: str) -> list[Element]:
        found = [self] if not names or self.name in names else []
        for one in self.below:
            found.extend(one.all(*names))
        return found

    @property
    def text(self) -> str:
        return " ".join(" ".join([*self.own, *(one.text for one in self.below)]).split())

    def ancestors(self) -> list[Element]:
        return [] if self.above is None else [self.above, *self.above.ancestors()]


class Page(HTMLParser):
    """A parsed page or part of one; an element left open, or closed that was not open, fails the test."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("#root", {}, None)
        self._open = [self.root]
        self.feed(html)
        self.close()
        assert self._open == [self.root], [one.name for one in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        one = Element(tag, dict(attrs), self._open[-1])
        assert len(attrs) == len(one.attributes), f"an attribute twice: {attrs}"
        self._open[-1].below.append(one)
        if tag not in VOID:
            self._open.append(one)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].below.append(Element(tag, dict(attrs), self._open[-1]))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self._open[-1].name == tag, f"</{tag}> closes <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].own.append(data)

    def by_id(self, id: str) -> Element:
        return next(one for one in self.root.all() if one.get("id") == id)
