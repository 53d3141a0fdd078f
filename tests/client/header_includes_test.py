#!/usr/bin/python3
"""header_includes_test.py FOLDER: the headers that are installed include no more than they say.

FOLDER holds rowhouse/ as it is installed. A header may include the standard library, headers of that
folder, and, in async.h alone, the tasks of cpprestsdk: no other library reaches the users' programs.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"].*[>"])', re.MULTILINE)
STANDARD = re.compile(r"<[a-z_]+>")  # the standard library: no folder, no extension
ALLOWED = {"rowhouse/async.h": {"<pplx/pplxtasks.h>"}}

folder = Path(sys.argv[1])
headers = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.h"))
own = {f"<{header}>" for header in headers}
faults = [
    f"{header} includes {include}"
    for header in headers
    for include in INCLUDE.findall((folder / header).read_text())
    if not STANDARD.fullmatch(include) and include not in own | ALLOWED.get(header, set())
]
print("\n".join(faults) or f"{len(headers)} headers are clean")
sys.exit(1 if faults or not headers else 0)
