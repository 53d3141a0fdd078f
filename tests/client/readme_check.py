#!/usr/bin/python3
"""readme_check.py README SOURCE [--write]: the code in README is what SOURCE has between its marks.

A block of README follows "<!-- NAME -->"; SOURCE has it between "// [NAME]" and "// [/NAME]".
With --write the README is changed instead of checked.
"""

import re
import sys
import textwrap
from pathlib import Path

BLOCK = re.compile(r"(<!-- (\w+) -->\n```cpp\n)(.*?)(```)", re.DOTALL)


def snippets(source: str) -> dict[str, str]:
    found = re.findall(r"^ *// \[(\w+)\]\n(.*?)^ *// \[/\1\]$", source, re.DOTALL | re.MULTILINE)
    return {name: textwrap.dedent(text) for name, text in found}


def main() -> int:
    readme, source = Path(sys.argv[1]), Path(sys.argv[2])
    text, known = readme.read_text(), snippets(source.read_text())
    names = [match[2] for match in BLOCK.finditer(text)]
    if sorted(names) != sorted(known):
        print(f"README has {sorted(names)}, the source {sorted(known)}")
        return 1
    wanted = BLOCK.sub(lambda match: match[1] + known[match[2]] + match[4], text)
    if "--write" in sys.argv:
        readme.write_text(wanted)
    elif wanted != text:
        print(f"{readme} differs from {source}; run {sys.argv[0]} with --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
