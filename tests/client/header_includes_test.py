#!/usr/bin/python3
"""header_includes_test.py FOLDER: public headers include no more than they say."""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"].*[>"])', re.MULTILINE)
STANDARD = re.compile(r"<[a-z_]+>")  # the standard library: no folder, no extension
OWN = re.compile(r"<rowhouse/[a-z_]+\.h>")
ALLOWED = {"async.h": {"<pplx/pplxtasks.h>"}}

headers = sorted(Path(sys.argv[1]).glob("*.h"))
faults = [
    f"{header.name} includes {include}"
    for header in headers
    for include in INCLUDE.findall(header.read_text())
    if not STANDARD.fullmatch(include)
    and not OWN.fullmatch(include)
    and include not in ALLOWED.get(header.name, ())
]
print("\n".join(faults) or f"{len(headers)} headers are clean")
sys.exit(1 if faults or not headers else 0)
