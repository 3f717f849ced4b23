#!/usr/bin/env python3
"""english.py [--list=N] [--fill] [--sources] [--words] [--count] [FILE...] - sentences of README.md, CONTRIBUTING.md, docs/ and
tests/cli/ that are too long to be read once, lines that are too long for a window, and words that have a plainer one.

A sentence has at most 35 words, in the pages of users 30; --list=N names those of more than N (25 is what one should aim at) and fails for none. Code
in backquotes counts as one word. Lines have at most 110 columns, but for tables, blocks of code, links and pictures;
--fill breaks the lines of pages that have longer ones anew. --sources names the longer lines of src/ and include/ instead,
but for strings, macros, and equations and tables in comments.

The words are those of WORDS. They are looked for in pages, in the messages that transcripts show, in comments of the public
headers, in strings of sources and scripts, and in the help of build/tbk, if that is there. What CLEAN lists must have none of
them, and pages of users none of USERS_WORDS; --words counts them in each of the other files, and lists them in each FILE that is given (`help` for the help).

--count prints how many pages of users there are, and their words outside of blocks of code. Pages made from records (RECORDS) do not
count. There are limits to both.

Comments in the rooms begin with a verb in the third person (on a function) or a noun: not as FIRST does.
"""
import fnmatch
import re
import subprocess
import sys
import textwrap
from pathlib import Path

root = Path(__file__).resolve().parent.parent
MOST_WORDS = 35
MOST_WORDS_OF_USERS = 30
RECORDS = ("docs/columns.md", "docs/commands.md", "docs/papers.md", "docs/systems.md")
MOST_PAGES, MOST_WORDS_OF_PAGES = 20, 15000
MOST_COLUMNS = 110

# What is not written, and what is written instead.
WORDS = [(re.compile(pattern, re.IGNORECASE), better) for pattern, better in (
    (r"\bhang(s|ing)? (on|it|them|all|wrong|from|below|there)\b|\bhung\b|\bre-?h[au]ng", "depends on, is attached to"),
    (r"\b(tells?|told)\b", "report, list, print, show, give"),
    (r"\b(stands?|stood|standing)\b(?! for\b)", "is, appears, is listed"),
    (r"\b(takes?|taken|took)\b(?! (part|place|\d|O\(|(too )?long|(a |some |about )?(half an )?(\w+ )?(seconds?|minutes?|hours?)\b))",
     "use, remove, accept, select, need"),
    (r"\bmend(s|ed|ing)?\b", "fix, repair"),
    (r"\b(goes?|going|went|gone) through\b", "read, process"),
    (r"\bdo(es)? without\b", "omit"),
    (r"\bput(s|ting)? (\w+ )?back\b|\bthe way back\b", "restore"),
    (r"\b(has|have|had) to\b", "can, must"),
    (r"\bto be had\b", "available"),
    (r"\bin sum\b", "total"),
    (r"\bof each(?=[,;:.)])", "per"),
    (r"\bof which\b|\bthat of\b|\bthose (of|that)\b", "name the noun again"),
    (r"\bas far as\b", "if, when"),
    (r"\bwhat is (lost|kept|made|found)\b", "the lost arcs, the kept arcs"),
    (r"\bso many\b|\bso great\b", "how many, the count"),
    (r"\bone in \w+ times\b", "with probability P"),
    (r"\bthe same bytes\b", "byte for byte the same"),
    (r"\bin the end\b", "total, at the end of the sentence"),
)]
# The same in README.md and the pages of docs/ that users read.
USERS_WORDS = [(re.compile(pattern), better) for pattern, better in (
    (r"\b(?:is|are|was|were|be|form) no (?!longer|more|less|other|faster|slower|better|exact|release|package|row|tokenizer|single)\w+", "is not a, does not form a"),
    (r"\bbeside\b(?! (?:it|the page|each step|deprojectivize)\b)|^Beside\b", "compared with, next to, besides"),
    (r"\bbut for\b", "except"),
    (r"(?:^|[.:] )Of (?!course)", "the subject first"),
    (r"\bin place of\b", "instead of"),
    (r"(?<!at )\b(?:greatest|least)\b(?![-_`])", "maximum, minimum"),
    (r"\bremaining input\b", "buffer"),
    (r"\bcomputations?\b", "transition sequence"),
    (r"\b(?:lacking|lacks)\b", "missing"),
)]
COMMANDS = ("check", "compare_oracles", "convert", "filter", "merge", "oracle", "parse", "projectivize", "repair", "restore", "show", "stats", "steps",
            "train", "transitions", "vote")
CLEAN = ["README.md", "CONTRIBUTING.md", "docs/*.md", "include/tbk/*.h",
         *(f"src/{room}/*" for room in ("check", "conllu", "corpus", "draw", "evaluation", "io", "oracle", "parser", "report", "statistics", "systems")),
         *(f"tools/commands/cmd_{name}.c" for name in COMMANDS), "tools/commands/run*.c", "tools/commands/[dghm]*.c",
         "tools/commands/choosing.c", "tools/options/[!s]*.c", "tools/options/system_options.c", *(f"help {name.replace('_', '-')}" for name in COMMANDS), "help"]

ROOMS = sorted({file.parent for folder in ("src", "tools", "include") for file in (root / folder).glob("*/*.[ch]")})
FIRST = re.compile(r"\s*/\*\*? (What|Whether|How|Of|From|That|The same)\b")


def pages_of_users():
    """README.md and the pages of docs/ that users read."""
    pages = [root / "README.md", *sorted((root / "docs").glob("*.md")), *sorted((root / "docs/guides").glob("*.md"))]
    return [page for page in pages if str(page.relative_to(root)) not in RECORDS]


def count_pages():
    """Prints how much users may read; returns whether that is too much."""
    pages = pages_of_users()
    counts = {page: len(words(re.sub(r"^ *```.*?^ *```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE))) for page in pages}
    if "--count" in sys.argv:
        for page, count in counts.items():
            print(f"{count:6} {page.relative_to(root)}")
    n_words = sum(counts.values())
    print(f"english: users have {len(pages)} pages of {n_words} words outside of code, expected at most {MOST_PAGES} of {MOST_WORDS_OF_PAGES}")
    return len(pages) > MOST_PAGES or n_words > MOST_WORDS_OF_PAGES


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


def comments(text):
    """The lines of comments of C; names in code count as one word."""
    in_comment = False
    for number, line in enumerate(text.splitlines(), 1):
        if not in_comment:
            begin = line.find("/*")
            if begin < 0:
                continue
            line, in_comment = line[begin:], True
        end = line.find("*/")
        if end >= 0:
            line, in_comment = line[:end], False
        yield number, re.sub(r"`[^`]*`|@\w+|\w+_\w+|\"[^\"]*\"", "code", line)


def strings(text):
    """The strings of a source that are more than a word."""
    for number, line in enumerate(text.splitlines(), 1):
        if not re.match(r" *(\*|/\*|//|#include)", line):
            for string in re.findall(r'"((?:[^"\\]|\\.)*)"|`([^`]*)`', line):
                if " " in "".join(string):
                    yield number, "".join(string)


def prose(text):
    """The lines of a page without code; of its blocks the messages of tbk."""
    in_block = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            in_block = not in_block
        elif not in_block:
            yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", "code", line)
        elif re.match(r"(>?.*\d\. *)?tbk( [a-z-]+)?: ", line):
            yield number, re.sub(r"'[^']*'", "code", line)


def help_pages():
    """The help of each command; columns of tables and options keep their names."""
    program = root / "build/tbk"
    if not program.exists():
        return
    names = re.findall(r"^  ([a-z-]+)  ", subprocess.run([program, "help"], capture_output=True, text=True).stdout, re.MULTILINE)
    for name in ["", *sorted(set(names))]:
        text = subprocess.run([program, "help", *name.split()], capture_output=True, text=True).stdout
        lines = [re.sub(r"^ {2,6}[-a-z_]\S*|'[^']*'|--\S+", "", line) for line in text.splitlines()]
        yield f"help {name}".strip(), list(enumerate(lines, 1))


def read_texts(files):
    """Yields (name, lines) for all that is read: lines are (number, text)."""
    kinds = {".md": prose, ".h": comments, ".c": strings, ".mjs": strings, ".js": strings}
    if not files:
        files = [root / "README.md", root / "CONTRIBUTING.md"]
        for folder, pattern in (("docs", "*.md"), ("tests/cli", "*.md"), ("include/tbk", "*.h"), ("tools", "*.c"), ("src", "*.c"),
                                ("src/draw", "*.js"), ("src/report", "*.js"), ("packaging/web/page", "*.mjs")):
            files += sorted((root / folder).rglob(pattern))
    if files == [Path("help")] or len(files) > 1:
        yield from help_pages()
    for file in files:
        if file.suffix in kinds:
            name = file.resolve().relative_to(root) if file.resolve().is_relative_to(root) else file
            yield str(name), kinds[file.suffix](file.read_text())


def is_of_transitions(name, line):
    """Whether a transition, which is taken, is spoken of: loosely in the library, exactly in what users read."""
    steps = r"transition|\bsteps?\b|\bway\b|memory|Takes code" if name.startswith(("src/", "include/", "tests/cli/", "docs/design/")) else \
        r"\b(transitions?|steps?) (\w+ )?(is |are |was |were )?(not )?taken\b|\bpossible transitions\b"
    return re.search(steps, line)


def find_words(name, lines):
    listed = WORDS + (USERS_WORDS if root / name in pages_of_users() else [])
    return [
        (number, match[0], better)
        for number, line in lines
        for pattern, better in listed
        for match in pattern.finditer(line)
        if not re.match("t(a|oo)k", match[0], re.IGNORECASE) or not is_of_transitions(name, line)
    ]


def check_words(files, counts):
    """Prints the words of files that must have none, and of those given; with counts how many the others have. Returns the
    former."""
    n_bad = n_others = 0
    for name, lines in read_texts(files):
        found = find_words(name, lines)
        is_clean = any(fnmatch.fnmatch(name, pattern) for pattern in CLEAN)
        if files or is_clean:
            for number, word, better in found:
                print(f"{name}:{number}: '{word}': {better}")
        elif found and counts:
            print(f"{name}: {len(found)} words")
        n_bad += len(found) if is_clean else 0
        n_others += 0 if is_clean else len(found)
    print(f"english: {n_bad} words of the list in clean files, {n_others} in others")
    return n_bad


def check_first_words():
    """Prints the comments that begin as none should; returns how many these are."""
    found = [
        f"{file.relative_to(root)}:{number}: '{match[1]}' begins a comment: a verb (Returns, Sets), or a noun"
        for room in ROOMS
        for file in sorted(room.glob("*.[ch]"))
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if (match := FIRST.match(line))
    ]
    print("\n".join([*found, f"english: {len(found)} comments with another first word in {len(ROOMS)} rooms"]))
    return len(found)


def main():
    if "--count" in sys.argv:
        sys.exit(count_pages())
    if "--words" in sys.argv:
        sys.exit(check_words([Path(name) for name in sys.argv[1:] if not name.startswith("--")], True) > 0)
    if "--sources" in sys.argv:
        sys.exit(wide_sources() > 0)
    wanted = [int(argument[len("--list="):]) for argument in sys.argv[1:] if argument.startswith("--list=")]
    most = wanted[0] if wanted else MOST_WORDS
    files = [Path(name) for name in sys.argv[1:] if not name.startswith("--")]
    pages = files or [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "tests/cli").glob("*.md"))]
    n_sentences = n_long = n_rather = n_wide = 0
    of_users = pages_of_users()
    for page in pages:
        most_here = min(most, MOST_WORDS_OF_USERS) if page.resolve() in of_users and not wanted else most
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
                if n > most_here:
                    n_long += 1
                    print(f"{name}:{line}: {n} words: {sentence}")
    print(f"english: {n_sentences} sentences, {n_long} of more than {most} words, {n_rather} of more than 25, {n_wide} wide lines")
    n_bad = 0 if files or wanted else check_words([], False) + check_first_words() + count_pages()
    sys.exit((n_long > 0 or n_wide > 0 or n_bad > 0) and not wanted)


main()
