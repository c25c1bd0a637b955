"""The elements of an SVG image and their size: an image of its own, or a part of another."""

from dataclasses import dataclass

from arcwalk.drawing.svg_style import STYLE


@dataclass(frozen=True, slots=True)
class Picture:
    """Elements of an image, the title first."""

    width: int
    height: int
    elements: list[str]
    role: str = "img"
    is_mirrored: bool = False  # laid out from right to left
    language: str = ""  # of the sentence, where it is known

    def alone(self) -> str:
        """An image of its own, with its style."""
        language = f' lang="{self.language}" xml:lang="{self.language}"' if self.language else ""
        return self._framed(f'xmlns="http://www.w3.org/2000/svg" class="arcwalk"{language}', f"<style>{STYLE}</style>")

    def at(self, x: int, y: int) -> str:
        """A part of another image."""
        return self._framed(f'x="{x}" y="{y}"')

    def _framed(self, attributes: str, *extra: str) -> str:
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        opening = f'<svg {attributes} role="{self.role}" direction="ltr" {size}>'
        return "\n".join([opening, *self.elements, *extra, "</svg>\n"])
