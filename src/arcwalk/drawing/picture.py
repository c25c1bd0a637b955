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

    def alone(self) -> str:
        """An image of its own, with its style."""
        return self._framed('xmlns="http://www.w3.org/2000/svg" class="arcwalk"', f"<style>{STYLE}</style>")

    def at(self, x: int, y: int) -> str:
        """A part of another image."""
        return self._framed(f'x="{x}" y="{y}"')

    def _framed(self, attributes: str, *extra: str) -> str:
        direction = "rtl" if self.is_mirrored else "ltr"
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        opening = f'<svg {attributes} role="{self.role}" direction="{direction}" {size}>'
        return "\n".join([opening, *self.elements, *extra, "</svg>\n"])
