"""A horizontal bar chart of ratios on a logarithmic axis, as SVG text."""

import math
from xml.sax.saxutils import escape

WIDTH = 800
LEFT, RIGHT = 250, 110  # room for the names, and for the longest bar's label
TOP, BOTTOM = 56, 40
BAR, BAR_GAP, HEADING, GROUP_GAP = 14, 4, 20, 12
# Middle tones: they stand out on white and on black.
COLOURS = ["#3f88c5", "#d9822b", "#4f9d69", "#a05ab4", "#b4505a", "#6b7a8f"]
STYLE = """
  text { font: 12px sans-serif; fill: #24292f; }
  .title { font-size: 14px; font-weight: bold; }
  .heading { font-weight: bold; }
  .grid { stroke: #8c959f; stroke-opacity: 0.35; }
  .one { stroke: #6e7781; stroke-width: 2; }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .one { stroke: #b1bac4; } }
"""


def short(value: float) -> str:
    """Two significant digits, or whole numbers from 10 on."""
    if value >= 10:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def decades(values: list[float]) -> tuple[int, int]:
    """The powers of ten that enclose all values and 1: (lowest, highest) exponent."""
    low = min([0] + [math.floor(math.log10(value)) for value in values])
    high = max([1] + [math.ceil(math.log10(value)) for value in values])
    return low, high


def ratio_chart(title: str, groups: list[tuple[str, list[tuple[str, float | None]]]]) -> str:
    """`groups`: (heading, [(name, ratio or None)]), each in a colour of its own. Bars start at 1: to the right is
    faster, to the left slower. A None has its place and the words "not measured"."""
    low, high = decades([value for _, bars in groups for _, value in bars if value])
    per_decade = (WIDTH - LEFT - RIGHT) / (high - low)

    def x_of(value: float) -> float:
        return LEFT + (math.log10(value) - low) * per_decade

    body = []
    y = TOP
    for index, (heading, bars) in enumerate(groups):
        body.append(text(12, y + 12, heading, 'class="heading"'))
        y += HEADING
        for name, value in bars:
            body.append(text(LEFT - 10, y + BAR - 3, name, 'text-anchor="end"'))
            body += bar(y, value, COLOURS[index % len(COLOURS)], x_of)
            y += BAR + BAR_GAP
        y += GROUP_GAP
    lines = [text(12, 22, title, 'class="title"')]
    for exponent in range(low, high + 1):
        x = LEFT + (exponent - low) * per_decade
        kind = "one" if exponent == 0 else "grid"
        lines.append(f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{y - 4}"/>')
        lines.append(text(x, y + 12, f"{10.0**exponent:g}×", 'text-anchor="middle"'))
    lines.append(text(x_of(1) + 6, y + 30, "Rowhouse is faster →"))
    if low < 0:
        lines.append(text(x_of(1) - 6, y + 30, "← slower", 'text-anchor="end"'))
    return document(y + BOTTOM, lines + body)


def bar(y: float, value: float | None, colour: str, x_of) -> list[str]:
    if not value:
        return [text(x_of(1) + 6, y + BAR - 3, "not measured")]
    start, end = sorted((x_of(1), x_of(value)))
    return [
        f'<rect x="{start:.1f}" y="{y:.1f}" width="{max(end - start, 1):.1f}" height="{BAR}" fill="{colour}"/>',
        text(end + 6, y + BAR - 3, short(value) + "×"),
    ]


def text(x: float, y: float, words: str, attributes: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {attributes}>{escape(words)}</text>'


def document(height: float, lines: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" role="img">\n<style>{STYLE}</style>\n' + "\n".join(lines) + "\n</svg>\n"
    )


def empty() -> str:
    return document(40, [text(12, 24, "Nothing to compare yet", 'class="title"')])
