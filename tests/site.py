#!/usr/bin/env python3
"""site.py FOLDER - checks the pages of the documentation in FOLDER: each link leads to a file and an anchor that are there,
each page can be reached from the first, no page loads anything from elsewhere, no anchor is there twice, and the index of
the search names pages and anchors that are there. Where there is Chromium, a search finds what it should, and no page is
wider than a phone.
"""
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


def check_index(pages):
    sections = json.loads((folder / "index.js").read_text().removeprefix("const sections = ").rstrip().removesuffix(";"))
    for address, *_ in sections:
        path, _, anchor = address.partition("#")
        page = pages.get(folder / path)
        if page is None or anchor and anchor not in page.anchors:
            fail(folder / "index.js", f"names {address}, which is not there")
    for file in set(pages) - {folder / section[0].partition("#")[0] for section in sections}:
        fail(file, "is not in the index")


def browse(browser, address, scratch):
    done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                           "--disable-component-update", "--disable-sync", f"--user-data-dir={scratch}/user", "--virtual-time-budget=5000",
                           "--window-size=1300,1000", "--dump-dom", address], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    return done.stdout.decode()


def check_in_browser(browser, pages):
    with tempfile.TemporaryDirectory(prefix="tbk-site.") as scratch:
        for query, expected in (("shift before reduce", "docs/systems.html"), ("tbk_oracle_val", "include/tbk/oracle.h.html"),
                                ("nonprojective projective", "docs/guides/find-and-count.html")):
            shown = browse(browser, f"{folder.as_uri()}/docs/faq.html?{urllib.parse.urlencode({'q': query})}", scratch)
            links = re.findall(r'href="\.\./([^"#]*)', shown.partition('id="found"')[2].partition("</section>")[0])
            if expected not in links:
                fail(folder / "site.js", f"a search for '{query}' finds {links}, expected {expected} among them")
        # All pages in frames as wide as a phone; the outer page tells which are wider inside. A phone would scroll them.
        frames = "".join(f'<iframe src="{file.as_uri()}" style="width:390px;height:700px"></iframe>' for file in pages)
        (Path(scratch) / "frames.html").write_text(f"""<!DOCTYPE html><body>{frames}<script>onload = () => {{
          const wide = [...document.querySelectorAll ('iframe')].filter (frame => frame.contentDocument.documentElement.scrollWidth > 390);
          document.body.textContent = 'WIDE ' + wide.map (frame => frame.src).join (' ') + ' END'; }}</script></body>""")
        done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--allow-file-access-from-files",
                               f"--user-data-dir={scratch}/user", "--virtual-time-budget=20000", "--dump-dom",
                               (Path(scratch) / "frames.html").as_uri()], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300)
        wide = re.search(r"WIDE (.*) END", done.stdout.decode())
        if wide is None or wide[1]:
            fail(folder / "index.html", f"pages wider than 390 pixels: {wide[1] if wide else 'the browser did not tell'}")


pages = {file: Page(file) for file in sorted(folder.rglob("*.html"))}
check_pages(pages)
check_index(pages)
browser = shutil.which("chromium") or shutil.which("chromium-browser")
if browser:
    check_in_browser(browser, pages)
else:
    print("skipped: the search was not tried in a browser, there is no Chromium")
print(f"site: {len(pages)} pages, {n_links} links, {failures} failures")
sys.exit(failures > 0)
