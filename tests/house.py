#!/usr/bin/env python3
"""house.py - how large the house is: lines, files, headers, exports, and the share of lines with comments in each room.

A line counts as a comment if it has a part of one, code beside it or not.
"""
import re
import subprocess
from pathlib import Path

root = Path(__file__).resolve().parent.parent
files = [root / name for name in subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
         if name]
SOURCES = {".c", ".h", ".def", ".py", ".js", ".css"}


def lines(path):
    return path.read_text().count("\n")


def comment_lines(text):
    return sum(comment[0].count("\n") + 1 for comment in re.finditer(r"/\*.*?\*/|//[^\n]*", re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text), re.S))


def row(*cells):
    print(*cells, sep="\t")


rooms = {}
for path in files:
    parts = path.relative_to(root).parts
    if path.suffix in SOURCES and path.exists() and parts[0] in ("src", "tools", "include", "python"):
        room = "/".join(parts[:2]) if parts[0] in ("src", "tools") and len(parts) > 2 else parts[0]
        rooms.setdefault(room, []).append(path)
row("what", "now")
row("lines of src, tools, include, python", sum(lines(path) for paths in rooms.values() for path in paths))
row("files of the repository", len(files))
row("public headers", len(list((root / "include/tbk").glob("*.h"))))
row("exports", lines(root / "src/libtbk.symbols"))
print()
row("room", "files", "lines", "comments_percent")
for room, paths in sorted(rooms.items()):
    sources = [path.read_text() for path in paths if path.suffix == ".c"]
    n = sum(text.count("\n") for text in sources)
    row(room, len(paths), sum(map(lines, paths)), f"{100 * sum(map(comment_lines, sources)) / n:.1f}" if n else "")
