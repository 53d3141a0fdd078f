"""The documents match the code and each other: sections that comments cite exist, links resolve, and the table of
error codes is that of the code."""

import re
import shutil
import subprocess
import unittest
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.places import ROOT

PROTOCOL = ROOT / "docs" / "protocol.md"

# "spec 8.2", "spec section 9.2", "Spec 2.9, 5.4, 5.5", "spec 8.3-8.5", also over the end of a line.
CITATION = re.compile(
    r"\bspec\s+(?:sections?\s+)?(\d+(?:\.\d+)?(?:(?:\s*,\s*|\s+and\s+|-)\d+\.\d+)*)", re.IGNORECASE
)
COMMENT_BREAK = re.compile(r"\n\s*(?://|#)\s*")
HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def files(*patterns: str) -> list[Path]:
    """Returns the matching files of the project, except built or downloaded ones."""
    if shutil.which("git"):
        command = ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
        listed = subprocess.run(command, capture_output=True, text=True, check=False)
        if listed.returncode == 0:
            return sorted(ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file())
    skipped = {"build", "data", "node_modules"}
    found = (path for pattern in patterns for path in ROOT.rglob(pattern))
    return sorted(path for path in found if not skipped & set(path.relative_to(ROOT).parts))


def cited_sections() -> Iterator[tuple[Path, str]]:
    """Yields (file, "8.2") for each section that a comment cites; for a range, its ends."""
    for file in files("*.cc", "*.h", "*.py"):
        text = COMMENT_BREAK.sub(" ", file.read_text())
        for citation in CITATION.finditer(text):
            for section in re.findall(r"\d+(?:\.\d+)?", citation[1]):
                yield file, section


def anchors(document: Path) -> set[str]:
    """Returns the anchors that GitHub creates for the headings of a document."""
    result = set()
    seen = Counter()
    for _, title in HEADING.findall(FENCE.sub("", document.read_text())):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
        anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        result.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return result


def wire_errors() -> set[tuple[str, ...]]:
    """Returns (code, status, message, stage) of each row in entity/error.cc."""
    row = re.compile(r'\{ErrorCode::k\w+,\s*\{(\d+), "(\w+)",\s*((?:"[^"]*"\s*)+),\s*k(\w+)\}\}')
    rows = row.findall((ROOT / "entity" / "error.cc").read_text())
    stages = {
        "Authentication": "authentication",
        "FrontEnd": "front end",
        "Request": "request",
        "Checked": "checked",
        "Storage": "storage",
    }
    return {
        (code, status, "".join(re.findall(r'"([^"]*)"', message)), stages[stage])
        for status, code, message, stage in rows
    }


class DocumentsTest(unittest.TestCase):
    def test_cited_sections_exist(self) -> None:
        sections = set(re.findall(r"^#+ (\d+(?:\.\d+)?) ", PROTOCOL.read_text(), re.MULTILINE))
        cited = list(cited_sections())
        self.assertGreater(len(cited), 100)
        missing = [f"{file.relative_to(ROOT)}: {section}" for file, section in cited if section not in sections]
        self.assertEqual(missing, [])

    def test_links_between_documents_resolve(self) -> None:
        broken = []
        documents = files("*.md")
        self.assertGreater(len(documents), 20)
        for document in documents:
            for link in LINK.findall(FENCE.sub("", document.read_text())):
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, anchor = link.partition("#")
                target = (document.parent / path) if path else document
                if not target.exists() or (anchor and anchor not in anchors(target)):
                    broken.append(f"{document.relative_to(ROOT)}: {link}")
        self.assertEqual(broken, [])

    def test_error_codes_are_those_of_the_code(self) -> None:
        row = re.compile(r"^\| `(\w+)` \| (\d+) \| (.*) \| (authentication|front end|request|checked|storage) \|$", re.MULTILINE)
        documented = set(row.findall(PROTOCOL.read_text()))
        self.assertGreater(len(documented), 50)
        self.assertEqual(documented, wire_errors())

    def test_readme_is_short(self) -> None:
        self.assertLess(len((ROOT / "README.md").read_text().splitlines()), 120)
