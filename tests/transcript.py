"""transcript.py - pages in Markdown whose blocks have commands and what they print: what docs.py and cli.py share.

    ```sh         lines `$ COMMAND`, each with what it prints. A backslash at the end of a command joins the next line, and
                  lines `> MORE` go on with one that is not yet whole. A line `...` stands for any lines
    ```text FILE  a file FILE; without FILE a text that is only shown
"""
import re
import subprocess


def read(page):
    """The lines of a page, whose texts may hold what else ends a line for Python."""
    return page.read_bytes().decode().removesuffix("\n").split("\n")


def blocks(lines):
    """Yields (line, kind, name, text) for each fenced block; its kind is 'unfinished' without an end."""
    fence = None
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(r" *```(\w*) *(\S*)", line)
        if match and fence is None:
            fence = (number, match[1], match[2], [])
        elif match and not match[1]:
            yield fence
            fence = None
        elif fence is not None:
            fence[3].append(line)
    if fence is not None:
        yield fence[0], "unfinished", "", []


def is_whole(command):
    return subprocess.run(["bash", "-n", "-c", command], stderr=subprocess.DEVNULL).returncode == 0


def commands(lines):
    """Returns [offset, command, expected lines] for each command; the offset is that of its last line."""
    found = []
    for offset, line in enumerate(lines, 1):
        begun = found[-1] if found and not found[-1][2] else None
        if begun and begun[1].endswith("\\"):
            begun[:2] = offset, begun[1][:-1].rstrip() + " " + line.removeprefix("> ").strip()
        elif begun and line.startswith(">") and not is_whole(begun[1]):
            begun[:2] = offset, begun[1] + "\n" + line[2:]
        elif line.startswith("$ "):
            found.append([offset, line[2:], []])
        elif found:
            found[-1][2].append(line)
        else:
            found.append([offset, "false", ["a block begins with `$ `"]])
    return found


def matches(expected, found):
    """Whether lines are those that are expected, among which `...` stands for any."""
    if "..." not in expected:
        return expected == found
    pattern = "".join("(.*\n)*" if line == "..." else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in found)) is not None


def write(page, changes):
    """Puts lines into a page; changes are (line before the first, number of lines, what is to stand there)."""
    lines = read(page)
    for line, n, found in sorted(changes, reverse=True):
        lines[line:line + n] = found
    page.write_bytes(("\n".join(lines) + "\n").encode())


def anchor(heading):
    """What a link to a heading has behind its #."""
    words = re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")
