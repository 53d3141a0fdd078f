"""A horizontal bar chart of ratios on a logarithmic axis, as SVG text."""

import math
from xml.sax.saxutils import escape

WIDTH = 760
LEFT, RIGHT = 90, 120  # room for the names, and for the longest bar's label
TOP, BOTTOM = 64, 40
BAR, BAR_GAP, GROUP_GAP = 14, 3, 14
# Middle tones: they stand out on white and on black.
COLOURS = ["#3f88c5", "#d9822b", "#4f9d69", "#a05ab4"]
STYLE = """
  text { font: 12px sans-serif; fill: #24292f; }
  .title { font-size: 14px; font-weight: bold; }
  .grid { stroke: #8c959f; stroke-opacity: 0.35; }
  .one { stroke: #6e7781; stroke-width: 2; }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .one { stroke: #b1bac4; } }
"""


def short(value):
    """Two significant digits, or whole numbers from 10 on."""
    if value >= 10:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def decades(values):
    """The powers of ten that enclose all values and 1: (lowest, highest) exponent."""
    low = min([0] + [math.floor(math.log10(value)) for value in values])
    high = max([1] + [math.ceil(math.log10(value)) for value in values])
    return low, high


def ratio_chart(title, groups):
    """`groups`: [(name, [(series, ratio or None)])]. Bars start at 1: to the right is faster, to the
    left slower. A None has its place and the words "not comparable"."""
    values = [value for _, bars in groups for _, value in bars if value]
    low, high = decades(values)
    per_decade = (WIDTH - LEFT - RIGHT) / (high - low)

    def x_of(value):
        return LEFT + (math.log10(value) - low) * per_decade

    series = list(dict.fromkeys(name for _, bars in groups for name, _ in bars))
    body = []
    y = TOP
    for name, bars in groups:
        height = len(bars) * (BAR + BAR_GAP) - BAR_GAP
        body.append(text(LEFT - 10, y + height / 2 + 4, name, 'text-anchor="end"'))
        for label, value in bars:
            body += bar(y, value, COLOURS[series.index(label) % len(COLOURS)], x_of)
            y += BAR + BAR_GAP
        y += GROUP_GAP - BAR_GAP
    bottom = y
    lines = [text(12, 22, title, 'class="title"')] + legend(series)
    for exponent in range(low, high + 1):
        x = LEFT + (exponent - low) * per_decade
        kind = "one" if exponent == 0 else "grid"
        lines.append(f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" '
                     f'y2="{bottom - 4}"/>')
        lines.append(text(x, bottom + 12, f"{10.0 ** exponent:g}×", 'text-anchor="middle"'))
    lines.append(text(x_of(1) + 6, bottom + 30, "faster than Azurite →"))
    if low < 0:
        lines.append(text(x_of(1) - 6, bottom + 30, "← slower", 'text-anchor="end"'))
    return document(bottom + BOTTOM, lines + body)


def bar(y, value, colour, x_of):
    if not value:
        return [text(x_of(1) + 6, y + BAR - 3, "not comparable")]
    start, end = sorted((x_of(1), x_of(value)))
    return [f'<rect x="{start:.1f}" y="{y:.1f}" width="{max(end - start, 1):.1f}" '
            f'height="{BAR}" fill="{colour}"/>',
            text(end + 6, y + BAR - 3, short(value) + "×")]


def legend(series):
    lines, x = [], LEFT
    for index, name in enumerate(series):
        lines.append(f'<rect x="{x}" y="36" width="12" height="12" '
                     f'fill="{COLOURS[index % len(COLOURS)]}"/>')
        lines.append(text(x + 18, 46, name))
        x += 140
    return lines


def text(x, y, words, attributes=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {attributes}>{escape(words)}</text>'


def document(height, lines):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
            f'viewBox="0 0 {WIDTH} {height:.0f}" role="img">\n<style>{STYLE}</style>\n'
            + "\n".join(lines) + "\n</svg>\n")


def empty():
    return document(40, [text(12, 24, "Nothing to compare yet", 'class="title"')])
