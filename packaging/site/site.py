#!/usr/bin/env python3
"""site.py MAN FOLDER PROGRAM - the documentation as pages of a site in FOLDER, by pandoc: README.md, docs/, reports/, what they
link to; a page a command, its manual page in MAN with a sample (samples.txt) and its columns; the public headers, function by
function; and the names of the Python package with their docstrings.

Pages keep their paths, with .html for .md, so links stay as they are but for their ends. A name in the type of code that
is a file beside the page, or a public header, becomes a link to it. index.js is what site.js searches: a script, since
pages that are opened from a disk may load scripts and nothing else.
"""
import ast
import html
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path

root = Path(__file__).resolve().parent.parent.parent
here = Path(__file__).resolve().parent
SAMPLE_LINES = 16
styles = ("page.css", "site.css")

# What is beside every page, in groups; manual pages and headers have lists of their own. Developers find the last group but one by its
# first page, and no reader of guides finds it by the search.
navigation = (
    ("Start", (("README.md", "tbk"), ("docs/install.md", "Install"), ("docs/tutorial.md", "Tutorial"), ("docs/README.md", "Cheat sheet"))),
    ("Treebanks", (("docs/guides/clean-a-treebank.md", "Clean and repair"), ("docs/guides/annotators.md", "Several annotations"),
                   ("docs/guides/browser.md", "In the browser"), ("docs/gallery.md", "Draw trees"))),
    ("Languages", (("docs/guides/find-and-count.md", "Find and count; R, pandas"), ("docs/guides/measure-word-order.md", "Measure word order"))),
    ("Parsers", (("docs/guides/projective-parser.md", "Projective training data"), ("docs/guides/train-and-evaluate.md", "Train and evaluate"),
                 ("docs/guides/oracles.md", "Oracles"), ("docs/guides/decode.md", "Decode"), ("docs/guides/tagger.md", "Sequence labelling"))),
    ("Teaching", (("docs/guides/course.md", "A course"),)),
    ("Reference", (("man/index", "Commands"), ("docs/formats.md", "Formats"), ("docs/columns.md", "Columns and attributes"),
                   ("docs/systems.md", "Transition systems"), ("docs/glossary.md", "Glossary"), ("docs/guides/python.md", "Python, C, JavaScript"),
                   ("python/api", "Python API"), ("include/tbk/index", "C API"))),
    ("Findings", (("docs/reports.md", "Findings"), ("docs/papers.md", "The papers"))),
    ("Project", (("CHANGELOG.md", "Changes"), ("docs/design/map.md", "For developers"), ("CONTRIBUTING.md", "Contribute"),
                 ("SECURITY.md", "Security"), ("CITATION.cff", "Cite"), ("LICENSE", "Licence"))),
)


def address(path):
    """The page of a file, both relative to their roots."""
    path = str(path)
    if path.endswith("README.md"):
        return path[:-len("README.md")] + "index.html"
    return (path[:-3] if path.endswith(".md") else path) + ".html"


def pandoc(text, *options):
    done = subprocess.run(["pandoc", "--to=html5", "--no-highlight", "--wrap=none", "--preserve-tabs", *options], input=text.encode(),
                          stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def columns(text):
    """Text in which lines with tabs, where several follow one another, are laid out in columns."""
    laid_out = []
    for has_tabs, lines in itertools.groupby(text.split("\n"), lambda line: "\t" in line):
        rows = [html.unescape(line).split("\t") for line in lines]
        widths = [max(map(len, column)) for column in itertools.zip_longest(*rows, fillvalue="")]
        laid_out += [html.escape("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip(), quote=False) if has_tabs
                     else html.escape(row[0], quote=False) for row in rows]
    return "\n".join(laid_out)


class Page:
    """A page: where it stands, its title, its body, and the files that it shows or leads to."""

    def __init__(self, source, body, title=None):
        self.source, self.address, self.files = source, address(source), set()
        self.body = re.sub(r'(href|src)="([^"]*)"', self.link, re.sub(r"<code>([^<]*)</code>", self.code, body))
        self.body = re.sub(r"<table.*?</table>", r'<div class="wide" tabindex="0">\g<0></div>', self.body, flags=re.DOTALL)
        self.body = re.sub(r"(<pre)([^>]*>(?:<code>)?)(.*?)(?=</)", lambda m: f'{m[1]} tabindex="0"{m[2]}{columns(m[3])}', self.body, flags=re.DOTALL)
        found = re.search(r"<h1[^>]*>(.*?)</h1>", self.body, re.DOTALL)
        self.title = title or html.unescape(re.sub(r"<[^>]*>", "", found[1]))

    def relative(self, target):
        return os.path.relpath(target, os.path.dirname(self.address) or ".")

    def link(self, match):
        kind, target = match[1], html.unescape(match[2])
        path, mark, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target) or target.endswith(".html"):
            return match[0]
        path = os.path.normpath(os.path.join(os.path.dirname(self.source), path))
        if (root / path).is_dir():
            path += "/README.md"
        if kind == "href" and not path.endswith((".svg", ".tsv", ".prm")):
            self.files.add(path)
            path = address(path)
        else:
            shutil.copyfile(root / path, make_folder(path))
        return f'{kind}="{html.escape(self.relative(path) + mark + anchor)}"'

    def code(self, match):
        name = match[1]
        beside = os.path.join(os.path.dirname(self.source), name)
        if re.fullmatch(r"tbk/[a-z_]+\.h", name) and (root / "include" / name).is_file():
            return f'<a href="{self.relative(address("include/" + name))}">{match[0]}</a>'
        if beside.startswith("reports/") and re.fullmatch(r"[\w.-]+\.(md|tsv|svg)", name) and (root / beside).is_file():
            return f'<a href="{name}">{match[0]}</a>'
        return match[0]


def make_folder(path):
    path = folder / path
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def text_page(path):
    """A file that is no Markdown, as it is."""
    text = (root / path).read_text()
    title = path.removeprefix("include/")
    return Page(path, f"<h1>{title}</h1>\n<pre>{html.escape(text)}</pre>\n", title)


def markdown_page(path):
    body = pandoc((root / path).read_text(), "--from=gfm")
    if path == "docs/glossary.md":  # an anchor for each term
        body = re.sub(r"<p><strong>(.*?)</strong>", lambda m: f'<p id="term-{anchor_of(m[1])}"><strong>{m[1]}</strong>', body)
    if path == "docs/columns.md":
        body = re.sub(r"<pre[^>]*><code>(\$ tbk help tables ([a-z-]+))\ncolumn\s+help\n(.*?)(?:\n\n(.*?))?</code></pre>", column_table, body, flags=re.DOTALL)
    if path == "docs/papers.md":  # one for each row, behind that of its paper
        for anchor, section in re.findall(r'<h2 id="([^"]*)"(.*?)(?=<h2|$)', body, re.DOTALL):
            body = body.replace(section, re.sub(r"<tr[^>]*>(\s*<td[^>]*>)(.*?)(?=</td>)", lambda m: f'<tr id="{anchor}-{row_anchor(m[2])}">{m[1]}{m[2]}', section))
    return Page(path, body)


def column_table(match):
    """What `tbk help tables` prints, as a table with an anchor for each column."""
    command, name, lines, further = match.groups()
    rows, seen = [], []
    for line in lines.split("\n"):
        column, text = re.split(r"\s{2,}", line, maxsplit=1)
        seen.append(anchor_of(column))
        again = f"-{seen.count(seen[-1])}" if seen.count(seen[-1]) > 1 else ""
        rows.append(f'<tr id="column-{name}-{seen[-1]}{again}"><td><code>{column}</code></td><td>{text}</td></tr>\n')
    return f"<pre><code>{command}</code></pre>\n<table><tbody>\n{''.join(rows)}</tbody></table>\n" + (f"<pre><code>{further}</code></pre>" if further else "")


def anchor_of(text):
    return re.sub(r"[^\w]+", "-", html.unescape(re.sub(r"<[^>]*>", "", text)).lower()).strip("-")


def row_anchor(text):
    return "-".join(anchor_of(text).split("-")[:6])


def heading_with_anchor(level, text):
    return f'<h{level} id="{anchor_of(text)}">{text}</h'


def sample_of(command):
    """What is run as a sample of a command, and the first lines that it prints; nothing for pages without one."""
    found = re.search(rf"^{command}: (.*)$", (here / "samples.txt").read_text(), re.MULTILINE)
    if not found:
        return ""
    with tempfile.TemporaryDirectory(prefix="tbk-site.") as scratch:
        os.symlink(root / "data", f"{scratch}/data")
        os.symlink(program, f"{scratch}/tbk")
        done = subprocess.run(["bash", "-c", found[1]], cwd=scratch, env=dict(os.environ, PATH=f"{scratch}:{os.environ['PATH']}", LC_ALL="C.UTF-8", TERM="dumb"),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise SystemExit(f"site.py: the sample of {command} ends with status {done.returncode}: {done.stdout.decode()}")
    lines = done.stdout.decode().rstrip("\n").split("\n")
    shown = "\n".join([f"$ {found[1]}", *lines[:SAMPLE_LINES], *(["..."] if len(lines) > SAMPLE_LINES else [])])
    return f'<h2 id="sample-output">Sample</h2>\n<pre><code>{html.escape(shown, quote=False)}</code></pre>\n'


def columns_of(command, tables):
    """The columns of the tables of a command, each table with its name."""
    parts = []
    for name in dict.fromkeys(row["table"] for row in tables if re.match(rf"{command}(?![\w-])", row["table"])):
        rows = "".join(f"<tr><td><code>{html.escape(row['column'])}</code></td><td>{html.escape(row['help'] or '')}</td></tr>\n"
                       for row in tables if row["table"] == name)
        parts.append(f'<h3 id="columns-{anchor_of(name)}">tbk {html.escape(name)}</h3>' + f"\n<table><tbody>\n{rows}</tbody></table>\n")
    return '<h2 id="columns-of-tables">Columns of tables</h2>\n' + "".join(parts) if parts else ""


def manual_page(file, tables):
    name, section = file.stem, file.suffix[1:]
    body = pandoc(file.read_text(), "--from=man", "--shift-heading-level-by=1")
    body = re.sub(r"<strong>(tbk[\w-]*)</strong>\((\d)\)", r'<a href="\1.html"><strong>\1</strong>(\2)</a>', body)
    body = re.sub(r"<h(\d)[^>]*>(.*?)</h", lambda m: heading_with_anchor(m[1], m[2].rstrip(":").capitalize()), body)
    body = re.sub(r"(<strong>tbk</strong>) <em>([a-z-]+) ?</em>", r"\1 <strong>\2</strong> ", body)  # help2man counts a command as an argument
    command = name.removeprefix("tbk-")
    title = f"{name.replace('-', ' ', 1)}" if section == "1" else f"{name}({section})"
    return Page(f"man/{name}", f"<h1>{title}</h1>\n{body}{sample_of(command)}{columns_of(command, tables)}", title)


def list_page(source, title, entries):
    items = "\n".join(f'<li><a href="{name}">{html.escape(shown)}</a>: {html.escape(text)}</li>' for name, shown, text in entries)
    return Page(source, f"<h1>{title}</h1>\n<ul>\n{items}\n</ul>\n", title)


def manual_pages(man):
    done = subprocess.run([program, "help", "tables", "--format=jsonl"], stdout=subprocess.PIPE, check=True)
    tables = [json.loads(line) for line in done.stdout.decode().splitlines()]
    pages = [manual_page(file, tables) for file in sorted(man.glob("*.[1-9]"), key=lambda file: file.name)]
    entries = [(page.address[len("man/"):], page.title, re.search(r"<p>\S+ - (.*?)</p>", page.body, re.DOTALL)[1]) for page in pages]
    return pages + [list_page("man/index", "Commands", entries)] if pages else []


def comment_body(comment):
    """A comment of a header: paragraphs, and as they are the parts that are laid out in columns."""
    lines = [re.sub(r"^ ?\* ?", "", line) for line in comment.removeprefix("/*").removesuffix("*/").split("\n")]
    parts = []
    for part in re.split(r"\n\s*\n", "\n".join(lines).strip("\n")):
        is_laid_out = re.search(r"^ {2,}\S|\S {3,}\S", part.strip("\n"), re.MULTILINE)
        text = html.escape(part.strip("\n") if is_laid_out else part.strip(), quote=False)
        text = re.sub(r"@(\w+)", r"<code>\1</code>", re.sub(r"`([^`]+)`", r"<code>\1</code>", text)) if not is_laid_out else text
        parts.append(f'<pre class="notes">{text}</pre>\n' if is_laid_out else f"<p>{text}</p>\n")
    return "".join(parts)


def declared_names(code):
    """The functions, types and constants that a piece of a header declares, in its order."""
    found = re.findall(r"\b(tbk_\w+) \(|^\} (Tbk\w+);|^typedef [^{;]*?\b\(?\*?(Tbk\w+)\)?[^{;]*;|^#define (TBK_\w+)", code, re.MULTILINE)
    return list(dict.fromkeys(name for names in found for name in names if name))


def header_page(file):
    """A public header: the comment of each declaration below its name, which is an anchor."""
    text, parts, seen = file.read_text(), [f"<h1>tbk/{file.name}</h1>\n"], set()
    pieces = re.split(r"(^/\*.*?\*/)", text, flags=re.DOTALL | re.MULTILINE)
    comment = pieces[1] if len(pieces) > 1 else ""
    parts.append(comment_body(comment))
    for comment, code in zip(["", *pieces[3::2]], pieces[2::2]):
        code = re.sub(r"^#(ifndef|endif|pragma|ifdef|if|else).*$|^(G|TBK)_(BEGIN|END)_DECLS$|^#define TBK_\w+_H$", "", code, flags=re.MULTILINE).strip("\n")
        names = [name for name in declared_names(code) if name not in seen]
        seen |= set(names)
        anchors = "".join(f'<h3 id="{name}"><code>{name}</code></h3>\n' for name in names)
        section = re.match(r"/\*\s*(\d+)\. (\w+): ", comment)  # as the contents at the head of the file number it
        if section:
            anchors = f'<h2 id="section-{section[1]}">{section[1]}. {section[2].replace("_", " ")}</h2>\n' + anchors
        parts.append(anchors + (f"<pre><code>{html.escape(code, quote=False)}</code></pre>\n" if code.strip() else "") + (comment_body(comment) if comment else ""))
    return Page(f"include/tbk/{file.name}", "".join(parts), f"tbk/{file.name}")


def header_pages():
    pages, entries = [], []
    for file in sorted((root / "include/tbk").glob("*.h")):
        page = header_page(file)
        head = re.match(r"/\* \S+ - (.*?)(?:\n \*\n|\.\s|:\s|\*/)", file.read_text(), re.DOTALL)
        entries.append((file.name + ".html", page.title, re.sub(r"\s*\n \* ", " ", head[1]).strip()))
        pages.append(page)
    return pages + [list_page("include/tbk/index", "C API", entries)]


def paragraphs(docstring):
    for part in re.split(r"\n\s*\n", docstring):
        yield "<p>" + re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(part, quote=False)) + "</p>\n"


def documented(node, prefix=""):
    """A function or class of the Python package: its name, arguments and docstring, and the methods of a class that have one."""
    text = ast.get_docstring(node) or ""
    arguments = f"({ast.unparse(node.args)})" if isinstance(node, ast.FunctionDef) else ""
    arguments = re.sub(r"\(self(, )?", "(", arguments)
    level = 4 if prefix.count(".") > 1 else 3
    yield f'<h{level} id="{prefix}{node.name}"><code>{prefix}{node.name}</code></h{level}>\n'
    if arguments:
        yield f"<pre><code>{html.escape(node.name + arguments, quote=False)}</code></pre>\n"
    yield from paragraphs(text)
    for member in node.body if isinstance(node, ast.ClassDef) else ():
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_") and ast.get_docstring(member) \
                and "overload" not in map(ast.unparse, member.decorator_list):
            yield from documented(member, f"{prefix}{node.name}.")


def python_page():
    """The Python package, by its modules, which its users do not see."""
    package = root / "python/tbk"
    module = ast.parse((package / "__init__.py").read_text())
    public = next(ast.literal_eval(node.value) for node in module.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    homes = {alias.name: node.module for node in module.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    parts = ["<h1>Python API</h1>\n", *paragraphs(ast.get_docstring(module))]
    for file in sorted(package.glob("[a-z]*.py")):
        source = ast.parse(file.read_text())
        prefix = "tbk.torch." if file.stem == "torch" else "tbk."
        nodes = [node for node in source.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")
                 and "overload" not in map(ast.unparse, node.decorator_list) and (node.name in public and homes.get(node.name) == file.stem or file.stem == "torch" and ast.get_docstring(node))]
        if nodes:
            title = re.split(r"[.,;:(\n]", ast.get_docstring(source) or file.stem)[0].strip()
            parts.append(f'<h2 id="{file.stem}">{html.escape(title)}</h2>\n' + "".join(part for node in nodes for part in documented(node, prefix)))
    return Page("python/api", "".join(parts), "Python API")


def all_pages(man):
    """The pages that navigation names, those that these lead to, and so on."""
    pages = {page.source: page for page in [*manual_pages(man), *header_pages(), python_page()]}
    todo = {str(file.relative_to(root)) for file in [root / "README.md", *(root / "docs").rglob("*.md")]}
    todo |= {path for _, entries in navigation if not isinstance(entries, str) for path, _ in entries if (root / path).is_file()}
    with ThreadPoolExecutor(2) as workers:
        while todo:
            made = workers.map(lambda path: (markdown_page if path.endswith(".md") else text_page)(path), sorted(todo))
            pages |= {page.source: page for page in made}
            todo = {path for page in pages.values() for path in page.files} - set(pages)
    return pages


class Sections(HTMLParser):
    """The text of a page by its headings that can be linked to: [anchor, heading, text]. A row that can be linked to is found by
    what comes before its table as well."""

    def __init__(self, page):
        super().__init__()
        self.found, self.in_heading, self.above = [["", page.title, []]], False, None
        self.feed(page.body)

    def handle_starttag(self, tag, attributes):
        anchor = dict(attributes).get("id")
        is_row = tag == "tr" and anchor
        if tag == "table":
            self.above = self.found[-1][1:]
        if re.fullmatch("h[1-4]", tag) or anchor and tag in ("p", "tr"):
            self.in_heading = True
            if tag != "h1" and anchor:
                self.found.append([anchor, self.above[0] + ", " if is_row else "", []])

    def handle_endtag(self, tag):
        if re.fullmatch("h[1-4]|strong|td", tag):
            self.in_heading = False
        if tag == "tr" and self.found[-1][1:] != self.above:
            self.found[-1][2] += self.above[1]

    def handle_data(self, data):
        if self.in_heading and self.found[-1][0]:
            self.found[-1][1] += data
        else:
            self.found[-1][2].append(data)


def headings(page):
    return re.findall(r'<h2 id="([^"]*)">(.*?)</h2>', page.body, re.DOTALL)


def contents(page):
    return "".join(f'<li><a href="#{anchor}">{re.sub("</?a[^>]*>", "", text)}</a></li>' for anchor, text in headings(page))


def entries_of(page, pages):
    """The groups of the navigation with pages that are there; pages of developers have one more, with all of these."""
    groups = [(title, [(source, name) for source, name in entries if source in pages]) for title, entries in navigation]
    if page.source.startswith("docs/design/"):
        inside = sorted((other for other in pages.values() if os.path.dirname(other.source) == "docs/design"),
                        key=lambda other: (other.source != "docs/design/map.md", other.title))
        groups.append(("For developers", [(other.source, other.title) for other in inside]))
    return groups


def parent_of(page):
    """The page whose place in the navigation a page shares that is not in it."""
    for folder_of, parent in (("man/", "man/index"), ("include/tbk/", "include/tbk/index"), ("reports/", "docs/reports.md")):
        if page.source.startswith(folder_of):
            return parent
    return page.source


def navigation_of(page, pages):
    parts, in_list = [], {source for _, entries in entries_of(page, pages) for source, _ in entries}
    marked = page.source if page.source in in_list else parent_of(page)
    for title, entries in entries_of(page, pages):
        items = []
        for source, name in entries:
            is_last = title == "For developers" or not page.source.startswith("docs/design/")
            current = ' aria-current="page"' if source == marked and is_last else ""
            below = f"<ul>{contents(page)}</ul>" if current and len(headings(page)) > 1 else ""
            items.append(f'<li><a href="{page.relative(pages[source].address)}"{current}>{html.escape(name)}</a>{below}</li>')
        parts.append(f"<h2>{title}</h2>\n<ul>{''.join(items)}</ul>\n")
    return "".join(parts)


def neighbours(page, pages):
    """Links to the pages before and after in the order of the navigation."""
    order = [entry for _, entries in entries_of(page, pages) for entry in entries]
    places = [i for i, (source, _) in enumerate(order) if source == page.source]
    if not places:
        return ""
    links = [f'<a rel="{kind}" href="{page.relative(pages[order[i][0]].address)}">{text}</a>' for kind, i, text in (
        ("prev", places[-1] - 1, "← {}"), ("next", places[-1] + 1, "{} →")) if 0 <= i < len(order) for text in [text.format(html.escape(order[i][1]))]]
    return f'<p class="neighbours">{"".join(links)}</p>\n'


def write(page, pages):
    up = page.relative(".") + "/"
    body = page.body
    if len(headings(page)) > 2:
        box = f'<details class="contents"><summary>On this page</summary><ul>{contents(page)}</ul></details>'
        body = re.sub(r"</h1>", lambda found: found[0] + box, body, count=1)
    links = "\n".join(f'<link rel="stylesheet" href="{up}{name}">' for name in styles)
    make_folder(page.address).write_text(f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(page.title if page.source == 'README.md' else page.title + ' · tbk')}</title>
{links}
<script defer src="{up}site.js"></script>
</head>
<body data-up="{up}">
<header><a class="skip" href="#content">To the text</a><a class="home" href="{up}index.html">tbk</a><a class="pages" href="#pages">Pages</a>
<form role="search"><input type="search" name="q" placeholder="Search ( / )" aria-label="Search" autocomplete="off"></form><section id="found" aria-live="polite" hidden></section></header>
<div class="columns">
<main id="content">
{body}{neighbours(page, pages)}</main>
<nav id="pages" aria-label="Pages">
{navigation_of(page, pages)}</nav>
</div>
</body>
</html>
""")


def weight_of(source):
    """How much a hit on a page counts: guides most; 0 for pages of developers and of the project, which the search leaves out."""
    weights = (("docs/design/|CHANGELOG|CONTRIBUTING|SECURITY|LICENSE|CITATION|data/|packaging/", 0), ("docs/guides/|docs/papers", 4), ("docs/columns", 1), ("docs/glossary|docs/tutorial|docs/README|README|docs/", 3),
               ("man/|python/|include/tbk/index", 2), ("", 1))
    return next(weight for pattern, weight in weights if re.match(pattern, source))


def write_index(pages):
    entries = []
    for page in pages.values():
        if weight_of(page.source) == 0:
            continue
        for anchor, heading, text in Sections(page).found:
            text = re.sub(r"\s+", " ", " ".join(text)).strip()
            entries.append([page.address + ("#" + anchor if anchor else ""), page.title, re.sub(r"\s+", " ", heading).strip() if anchor else "", text,
                            weight_of(page.source)])
    (folder / "index.js").write_text("const sections = " + json.dumps(entries, ensure_ascii=False, separators=(",", ":")) + ";\n")


def main():
    shutil.rmtree(folder, ignore_errors=True)
    pages = all_pages(Path(sys.argv[1]))
    for page in pages.values():
        write(page, pages)
    write_index(pages)
    shutil.copyfile(root / "src/report/page.css", folder / "page.css")
    for name in ("site.css", "site.js"):
        shutil.copyfile(here / name, folder / name)
    print(f"{folder}/index.html: {len(pages)} pages")


folder, program = Path(sys.argv[2]), Path(sys.argv[3]).resolve()
main()
