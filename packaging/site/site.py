#!/usr/bin/env python3
"""site.py MAN FOLDER - the documentation as pages of a site in FOLDER, by pandoc: README.md, docs/, reports/, what they
link to, the manual pages in MAN and the public headers.

Pages keep their paths, with .html for .md, so links stay as they are but for their ends. A name in the type of code that
is a file beside the page, or a public header, becomes a link to it. index.js is what site.js searches: a script, since
pages that are opened from a disk may load scripts and nothing else.
"""
import html
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path

root = Path(__file__).resolve().parent.parent.parent
here = Path(__file__).resolve().parent
scripts = ("site.js", "index.js")
styles = ("page.css", "site.css")

# What stands beside every page. Manual pages and headers stand on pages of their own.
navigation = (
    ("Begin", (("README.md", "tbk"), ("docs/install.md", "Install"), ("docs/tutorial.md", "Tutorial"),
               ("docs/README.md", "What you can do"))),
    ("Guides", "docs/guides"),
    ("Look up", (("docs/systems.md", "Transition systems"), ("docs/glossary.md", "Glossary"),
                 ("docs/formats.md", "Formats"), ("docs/faq.md", "Questions"), ("docs/gallery.md", "Gallery"),
                 ("docs/papers.md", "The papers"), ("docs/reports.md", "Reports"), ("man/index", "Manual pages"),
                 ("include/tbk/index", "Headers of the library"))),
    ("Understand", "docs/design"),
    ("Project", (("CHANGELOG.md", "Changes"), ("CONTRIBUTING.md", "Contribute"), ("SECURITY.md", "Security"),
                 ("CITATION.cff", "Cite"), ("LICENSE", "Licence"))),
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
    if path == "docs/papers.md":  # one for each row, behind that of its paper
        for anchor, section in re.findall(r'<h2 id="([^"]*)"(.*?)(?=<h2|$)', body, re.DOTALL):
            body = body.replace(section, re.sub(r"<tr[^>]*>(\s*<td[^>]*>)(.*?)(?=</td>)", lambda m: f'<tr id="{anchor}-{row_anchor(m[2])}">{m[1]}{m[2]}', section))
    return Page(path, body)


def anchor_of(text):
    return re.sub(r"[^\w]+", "-", html.unescape(re.sub(r"<[^>]*>", "", text)).lower()).strip("-")


def row_anchor(text):
    return "-".join(anchor_of(text).split("-")[:6])


def heading_with_anchor(level, text):
    return f'<h{level} id="{anchor_of(text)}">{text}</h'


def manual_page(file):
    name, section = file.stem, file.suffix[1:]
    body = pandoc(file.read_text(), "--from=man", "--shift-heading-level-by=1")
    body = re.sub(r"<strong>(tbk[\w-]*)</strong>\((\d)\)", r'<a href="\1.html"><strong>\1</strong>(\2)</a>', body)
    body = re.sub(r"<h(\d)[^>]*>(.*?)</h", lambda m: heading_with_anchor(m[1], m[2].rstrip(":").capitalize()), body)
    return Page(f"man/{name}", f"<h1>{name}({section})</h1>\n{body}", f"{name}({section})")


def list_page(source, title, entries):
    items = "\n".join(f'<li><a href="{name}">{html.escape(shown)}</a>: {html.escape(text)}</li>' for name, shown, text in entries)
    return Page(source, f"<h1>{title}</h1>\n<ul>\n{items}\n</ul>\n", title)


def manual_pages(man):
    pages = [manual_page(file) for file in sorted(man.glob("*.[1-9]"), key=lambda file: file.name)]
    entries = [(page.address[len("man/"):], page.title, re.search(r"<p>\S+ - (.*?)</p>", page.body, re.DOTALL)[1]) for page in pages]
    return pages + [list_page("man/index", "Manual pages", entries)] if pages else []


def header_pages():
    pages, entries = [], []
    for file in sorted((root / "include/tbk").glob("*.h")):
        page = text_page(f"include/tbk/{file.name}")
        head = re.match(r"/\* \S+ - (.*?)(?:\n \*\n|\.\s|:\s|\*/)", file.read_text(), re.DOTALL)
        entries.append((file.name + ".html", page.title, re.sub(r"\s*\n \* ", " ", head[1]).strip()))
        pages.append(page)
    return pages + [list_page("include/tbk/index", "Headers of the library", entries)]


def all_pages(man):
    """The pages that navigation names, those that these lead to, and so on."""
    pages = {page.source: page for page in manual_pages(man) + header_pages()}
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


def navigation_of(page, pages):
    parts = []
    for title, entries in navigation:
        if isinstance(entries, str):
            # The map of the code comes first, guides as docs/README.md links to them; the rest by their titles.
            order = re.findall(r"\]\((guides/[a-z-]+\.md)\)", (root / "docs/README.md").read_text())
            ranks = {"docs/" + path: rank for rank, path in reversed(list(enumerate(order)))} | {"docs/design/map.md": -1}
            inside = sorted((other for other in pages.values() if os.path.dirname(other.source) == entries),
                            key=lambda other: (ranks.get(other.source, len(order)), other.title))
            entries = [(other.source, other.title) for other in inside]
        items = []
        for source, name in entries:
            if source in pages:
                current = ' aria-current="page"' if source == page.source else ""
                below = f"<ul>{contents(page)}</ul>" if current and len(headings(page)) > 1 else ""
                items.append(f'<li><a href="{page.relative(pages[source].address)}"{current}>{html.escape(name)}</a>{below}</li>')
        parts.append(f"<h2>{title}</h2>\n<ul>{''.join(items)}</ul>\n")
    return "".join(parts)


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
<form role="search"><input type="search" name="q" placeholder="Search" aria-label="Search" autocomplete="off"></form></header>
<div class="columns">
<main id="content">
<section id="found" aria-live="polite" hidden></section>
{body}</main>
<nav id="pages" aria-label="Pages">
{navigation_of(page, pages)}</nav>
</div>
</body>
</html>
""")


def write_index(pages):
    entries = []
    for page in pages.values():
        for anchor, heading, text in Sections(page).found:
            text = re.sub(r"\s+", " ", " ".join(text)).strip()
            entries.append([page.address + ("#" + anchor if anchor else ""), page.title, re.sub(r"\s+", " ", heading).strip() if anchor else "", text])
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


folder = Path(sys.argv[2])
main()
