#!/usr/bin/env python3
"""site.py FOLDER - checks the pages of the documentation in FOLDER: each link leads to a file and an anchor that are there,
each page can be reached from the first, no page loads anything from elsewhere, no anchor is there twice, and the index of
the search names pages and anchors that are there. Where there is Chromium, searches find what they should, each table and
figure of the papers among it, and no page is wider than a phone.
"""
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from html.parser import HTMLParser
from pathlib import Path

folder = Path(sys.argv[1]).resolve()
failures = n_links = 0


def fail(page, message):
    global failures
    failures += 1
    print(f"FAILED {page.relative_to(folder)}: {message}")


class Page(HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.file, self.anchors, self.links, self.loads = file, [], [], []
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.append(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name in ("href", "src", "srcset", "data", "poster", "action"):
                self.loads.append(value)


def target_of(page, link):
    path, _, anchor = link.partition("#")
    return ((page.file.parent / urllib.parse.unquote(path)).resolve() if path else page.file), urllib.parse.unquote(anchor)


def check_pages(pages):
    global n_links
    for page in pages.values():
        for anchor in {anchor for anchor in page.anchors if page.anchors.count(anchor) > 1}:
            fail(page.file, f"two elements are called {anchor}")
        for address in page.loads:
            if re.match("[a-z]+:|//", address):
                fail(page.file, f"loads {address}")
        for link in page.links + page.loads:
            if re.match("[a-z]+:", link):
                continue
            n_links += 1
            file, anchor = target_of(page, link)
            if not file.is_file() or not file.is_relative_to(folder):
                fail(page.file, f"a link to {link}, which is not there")
            elif anchor and (file not in pages or anchor not in pages[file].anchors):
                fail(page.file, f"a link to {link}: there is no such anchor")
    reached, todo = set(), [folder / "index.html"]
    while todo:
        file = todo.pop()
        if file in pages and file not in reached:
            reached.add(file)
            todo += [target_of(pages[file], link)[0] for link in pages[file].links if not re.match("[a-z]+:", link)]
    for file in sorted(set(pages) - reached):
        fail(file, "no link leads here from index.html")


def read_index():
    return json.loads((folder / "index.js").read_text().removeprefix("const sections = ").rstrip().removesuffix(";"))


def check_index(pages):
    sections = read_index()
    for address, *_ in sections:
        path, _, anchor = address.partition("#")
        page = pages.get(folder / path)
        if page is None or anchor and anchor not in page.anchors:
            fail(folder / "index.js", f"names {address}, which is not there")
    for file in set(pages) - {folder / section[0].partition("#")[0] for section in sections}:
        if not re.match("docs/design/|CHANGELOG|CONTRIBUTING|SECURITY|LICENSE|CITATION|data/|packaging/", str(file.relative_to(folder))):
            fail(file, "is not in the index")


def browse(browser, scratch, script):
    """Returns what the script of a page writes. It may look into frames, which show pages of the site."""
    (Path(scratch) / "frames.html").write_text(f"<!DOCTYPE html><body><script>{script}</script></body>")
    done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                           "--disable-component-update", "--disable-sync", "--allow-file-access-from-files", f"--user-data-dir={scratch}/user",
                           "--virtual-time-budget=20000", "--window-size=1300,1000", "--dump-dom", (Path(scratch) / "frames.html").as_uri()],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300)
    written = re.search(r"WRITTEN (\[.*\]) END", done.stdout.decode())
    return json.loads(html.unescape(written[1])) if written else None


# What a reader asks who has a paper in hand, and what is among the first three found: an address, or words of a heading.
asked = """
shift before reduce: 2021 section 3
tbk_oracle_val: include/tbk/oracle.h.html
nonprojective projective: docs/guides/projective-parser.html
grammar of all projective trees 2019: 2019 table 3
critical words remaining input figure 10: 2019 figure 10
degree of choice by sentence length: 2019 figure 8
running times cubic quadratic linear figure 9: 2019 figure 9
accuracy non-projective training sets table 7: 2019 table 7
Table 4 Calculating the Optimal Step in Shift-Reduce Dependency Parsing: 2019 table 4
left-before-right policy table 2: 2021 table 2
arc-eager parsing is stuck: 2021 table 5
corrected arc-eager parsing: 2021 table 6
same structure obtained in two ways: 2021 table 7
spurious ambiguity figure 1 2021: 2021 figure 1
grammar for normalized arc-eager parsing: 2021 table 9
mean running time per calculation of the optimal step: 2021 figure 4
proportions of the seven most frequent errors: 2021 table 11
Aufrant approximation 2021: 2021 section 5
tree constraint unshift system: 2014 figure 3
MaltParser root attachment recall: 2014 table 1
Table 2 Nivre Fernandez-Gonzalez 2014: 2014 table 2
transitions of a top-down constituent parser: 2018 figure 2
sequence for the constituent tree in-order figure 5: 2018 figure 5
F-score error exploration probabilities WSJ: 2018 table 1
F-score constituents number of children: 2018 table 3
slides swap Nivre 2009: slides arc-standard with swap
maltparser: docs/guides/projective-parser.html
deprojectivize: docs/guides/projective-parser.html
sequence labeling: docs/guides/tagger.html
BibTeX: index.html#cite
how do I cite: index.html#cite
validator levels: docs/guides/clean-a-treebank.html
pre-commit hook: docs/guides/clean-a-treebank.html
branching: docs/guides/measure-word-order.html
head-final: docs/guides/measure-word-order.html
valency: docs/guides/find-and-count.html
Chu-Liu: docs/guides/decode.html
eisner: docs/guides/decode.html
evalb: docs/guides/train-and-evaluate.html
significance test two parsers: docs/guides/train-and-evaluate.html
enhanced dependencies: docs/formats.html
column lost_arcs: man/tbk-stats.html
tbk.decode: python/api.html
constituency: docs/guides/train-and-evaluate.html
grade exercises: docs/guides/course.html
Slurm: docs/formats.html
pandas: docs/guides/find-and-count.html
latex: docs/gallery.html
spaCy: docs/guides/projective-parser.html
cost of a transition: docs/glossary.html
non-projective arcs Dutch German Czech: slides table: non-projective arcs
validate.py: docs/guides/clean-a-treebank.html
false positive: docs/guides/clean-a-treebank.html
suppress: docs/guides/clean-a-treebank.html
kappa: docs/guides/annotators.html
column kappa: docs/columns.html
maximum spanning tree: docs/glossary.html
ignore punctuation: docs/guides/train-and-evaluate.html
CUDA: docs/guides/decode.html
slides: docs/guides/course.html
arc-eager step by step: docs/guides/course.html
jupyter notebook: docs/guides/python.html
semantic versioning: docs/install.html
conll-x: docs/formats.html
constituency treebank: docs/formats.html
"""


def searches():
    """Queries, and where each should lead: to each table and figure by its number and the heading of its paper; and what is asked."""
    for section in re.split("^## ", (Path(__file__).parent.parent / "docs/papers.md").read_text(), flags=re.MULTILINE)[1:]:
        heading, _, rows = section.partition("\n")
        for names in re.findall(r"^\| *((?:Table|Figure) \d[^:|]*)", rows, re.MULTILINE):
            for name in re.findall(r"(?:Table|Figure) \d+", names):
                yield f"{name} {heading}", f"{heading} {name}"
    for line in asked.strip().splitlines():
        yield line.split(": ", 1)


def check_searches(browser, scratch):
    wanted = [*searches()]
    found = browse(browser, scratch, f"""const frame = document.createElement ('iframe');
      frame.src = {json.dumps((folder / "docs/tutorial.html").as_uri() + "?q=tree")};
      const take = () => {{
        const inside = frame.contentDocument, input = inside.querySelector ('input'), found = [];
        if (!inside.querySelector ('#found a'))
          return setTimeout (take, 50);
        for (const query of {json.dumps([query for query, _ in wanted])}) {{
          input.value = query;
          input.dispatchEvent (new Event ('input'));
          found.push ([...inside.querySelectorAll ('#found a')].slice (0, 3).map (link => link.getAttribute ('href')));
        }}
        document.body.textContent = 'WRITTEN ' + JSON.stringify (found) + ' END';
      }};
      frame.onload = take;
      document.body.append (frame);""")
    headings = {"../" + address: f"{address} {heading}".lower() for address, _, heading, *_ in read_index()}
    for (query, place), links in zip(wanted, found or [[]] * len(wanted)):
        met = [headings[urllib.parse.unquote(link)] for link in links]
        if not any(all(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", heading) for word in re.split(" (?=[a-z(])", place.lower())) for heading in met):
            fail(folder / "site.js", f"a search for '{query}' finds {met}, expected {place} among them")


def check_width(browser, scratch, pages):
    """Loads all pages in frames as wide as a phone. It would scroll those that are wider inside."""
    wide = browse(browser, scratch, f"""for (const address of {json.dumps([file.as_uri() for file in pages])})
        document.body.insertAdjacentHTML ('beforeend', `<iframe src="${{address}}" style="width:390px;height:700px"></iframe>`);
      onload = () => {{
        const wide = [...document.querySelectorAll ('iframe')].filter (frame => frame.contentDocument.documentElement.scrollWidth > 390);
        document.body.textContent = 'WRITTEN ' + JSON.stringify (wide.map (frame => frame.src)) + ' END'; }};""")
    if wide != []:
        fail(folder / "index.html", f"pages wider than 390 pixels: {wide or 'the browser did not tell'}")


pages = {file: Page(file) for file in sorted(folder.rglob("*.html"))}
check_pages(pages)
check_index(pages)
browser = shutil.which("chromium") or shutil.which("chromium-browser")
if browser:
    with tempfile.TemporaryDirectory(prefix="tbk-site.") as scratch:
        check_searches(browser, scratch)
        check_width(browser, scratch, pages)
else:
    print("skipped: the search was not tried in a browser, there is no Chromium")
print(f"site: {len(pages)} pages, {n_links} links, {failures} failures")
sys.exit(failures > 0)
