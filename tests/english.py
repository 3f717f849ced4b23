#!/usr/bin/env python3
"""english.py [--list=N] [--fill] [--sources] [FILE...] - sentences of README.md, CONTRIBUTING.md, docs/ and tests/cli/ that
are too long to be read once, and lines that are too long for a window.

A sentence has at most 35 words; --list=N names those of more than N (25 is what one should aim at) and fails for none. Code
in backquotes counts as one word. Lines have at most 110 columns, but for tables, blocks of code, links and pictures;
--fill breaks the lines of pages that have longer ones anew. --sources names the longer lines of src/ and include/ instead,
but for strings, macros, and equations and tables in comments.
"""
import re
import sys
import textwrap
from pathlib import Path

root = Path(__file__).resolve().parent.parent
MOST_WORDS = 35
MOST_COLUMNS = 110


def blocks(text):
    """Yields (line, text) for each paragraph, item of a list, cell of a table and heading; code blocks are left out."""
    text = re.sub(r"^ *```.*?^ *```", lambda block: "\n" * block[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    start, lines = 0, []
    for number, line in enumerate(text.splitlines() + [""], 1):
        begins = re.match(r" *([-*]|\d+\.) ", line)
        if lines and (not line.strip() or begins or line.startswith(("#", "|")) or lines[0].startswith(("#", "|"))):
            for cell in (lines[0].split("|") if lines[0].startswith("|") else [" ".join(lines)]):
                yield start, cell
            lines = []
        if line.strip():
            start = start if lines else number
            lines.append(line.strip())


def wide_lines(text):
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        in_code ^= line.lstrip().startswith("```")
        if len(line) > MOST_COLUMNS and not in_code and not re.match(r"\||!\[|\S+$", line):
            yield number, len(line)


def wide_sources():
    n = 0
    for file in sorted([*(root / "src").rglob("*.[ch]"), *(root / "include").rglob("*.h")]):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            is_comment = re.match(r" *(/?\*)", line)
            if len(line) > MOST_COLUMNS and not re.search(r'\\$' if is_comment is None else r"[^ *] {3,}\S", line) and '"' not in line:
                n += 1
                print(f"{file.relative_to(root)}:{number}: {len(line)} columns, expected {MOST_COLUMNS} at most")
    return n


def filled(text):
    """The text with its paragraphs and items of lists broken anew."""
    out, paragraph, in_code = [], [], False

    def end_paragraph():
        if paragraph:
            begin = re.match(r" *(?:(?:[-*]|\d+\.) +)?", paragraph[0])[0]
            words = " ".join([paragraph[0][len(begin):], *paragraph[1:]])
            out.extend(textwrap.wrap(words, MOST_COLUMNS - 2, initial_indent=begin, subsequent_indent=" " * len(begin),
                                     break_long_words=False, break_on_hyphens=False))
            paragraph.clear()

    for line in text.split("\n"):
        is_fence = line.lstrip().startswith("```")
        if in_code or is_fence or not line.strip() or re.match(r"[#|<]|!\[", line):
            end_paragraph()
            out.append(line)
            in_code ^= is_fence
        else:
            if re.match(r" *([-*]|\d+\.) ", line):
                end_paragraph()
            paragraph.append(line.rstrip() if not paragraph else line.strip())
    end_paragraph()
    return "\n".join(out)


def sentences(text):
    """A sentence ends with . ! ? or ∎ before a blank and a word or bracket."""
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "code", text)
    text = re.sub(r"\b(e\.g|i\.e|vs|p|Dr|al)\.", r"\1", text)
    return re.split(r"(?<=[.!?∎])[)*_]*\s+(?=[\w*(\"“'_`-])", text)


def words(sentence):
    return [word for word in sentence.split() if re.search(r"\w", word)]


def main():
    if "--sources" in sys.argv:
        sys.exit(wide_sources() > 0)
    wanted = [int(argument[len("--list="):]) for argument in sys.argv[1:] if argument.startswith("--list=")]
    most = wanted[0] if wanted else MOST_WORDS
    files = [Path(name) for name in sys.argv[1:] if not name.startswith("--")]
    pages = files or [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "tests/cli").glob("*.md"))]
    n_sentences = n_long = n_rather = n_wide = 0
    for page in pages:
        name = page.relative_to(root) if page.is_absolute() else page
        if "--fill" in sys.argv and any(wide_lines(page.read_text())):
            page.write_text(filled(page.read_text()))
        for line, columns in wide_lines(page.read_text()):
            n_wide += 1
            print(f"{name}:{line}: {columns} columns, expected {MOST_COLUMNS} at most")
        for line, text in blocks(page.read_text()):
            for sentence in sentences(text):
                n = len(words(sentence))
                n_sentences += n > 0
                n_rather += n > 25
                if n > most:
                    n_long += 1
                    print(f"{name}:{line}: {n} words: {sentence}")
    print(f"english: {n_sentences} sentences, {n_long} of more than {most} words, {n_rather} of more than 25, {n_wide} wide lines")
    sys.exit((n_long > 0 or n_wide > 0) and not wanted)


main()
