#!/bin/sh
# run.sh PROGRAM - the pages of `tbk compare --report`, `tbk show` and `tbk check` in a real browser, if Chromium is installed: they are
# read as meant, and no wider than the window of a desk or of a phone; the former is dark on demand, and its tables can be
# sorted.
set -eu
program=$1
browser=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$browser" ] || ! command -v gnuplot >/dev/null; then
  echo "skipped: the page was not opened in a browser: chromium and gnuplot are needed"
  exit 0
fi
data=$(CDPATH='' cd -- "$(dirname "$0")/../../data" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
name='<b>&amp; "x".conllu'
cp "$data/nl.conllu" "$scratch/$name"
"$program" compare -q --system=arc-eager --report="$scratch/report" "$data/la.conllu" "$scratch/$name" >/dev/null

"$program" show -q --format=html --projectivized "$data/la.conllu" "$scratch/$name" -o "$scratch/show.html"
"$program" show -q --format=html "$data/phrases.psd" -o "$scratch/phrases.html"
"$program" projectivize -q --mark=none "$data/la.conllu" -o "$scratch/flat.conllu"
"$program" show -q --against="$scratch/flat.conllu" "$data/la.conllu" -o "$scratch/differences.html"
differ=$("$program" evaluate -q --by=word --subtypes "$data/la.conllu" "$scratch/flat.conllu" | tail -n +2 | wc -l)
"$program" check -q --fail=never -o "$scratch/check.html" "$data/la.conllu" "$scratch/$name"
# Around the page, in a frame of a width: what a script finds in it is told to the outer page, whose text is printed. The
# script presses the heading `configurations` of the first table of differences, twice.
cat >"$scratch/probe.js" <<'EOT'
const count = what => document.querySelectorAll (what).length;
const table = document.querySelector ("tfoot").parentNode, head = [...table.tHead.rows[0].cells].find (cell => cell.textContent == "configurations");
const numbers = () => [...table.tBodies[0].rows].map (row => Number (row.cells[head.cellIndex].textContent)).join ();
const before = numbers ();
head.firstChild.click ();
const down = numbers ();
head.firstChild.click ();
const up = numbers (), last = table.rows[table.rows.length - 1].textContent;
const isSorted = down == before && up == before.split (",").sort ((a, b) => a - b).join () && up != down
  && last.includes ("others") && head.getAttribute ("aria-sort") == "ascending";
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth), count ("svg[role=img]"),
  count ("table"), count ("b"), count ("parsererror"), document.body.textContent.includes ('<b>&amp; "x".conllu'),
  document.body.innerText.includes (FOLDER), isSorted, count ("nav a") == count ("h2[id]"),
  [...document.querySelectorAll ("svg > title")].every (title => title.textContent == title.closest ("figure").firstElementChild.textContent),
  getComputedStyle (document.body).backgroundColor].join (" "), "*");
EOT
{
  sed '/<\/body>/,$d' "$scratch/report/index.html"
  echo "<script>const FOLDER = \"$scratch\";"
  cat "$scratch/probe.js"
  echo '</script></body></html>'
} >"$scratch/probe.html"
failures=0
# show_page WIDTH [OPTION]: sets found to what the script in probe.html tells.
show_page() {
  cat >"$scratch/outer.html" <<EOT
<!DOCTYPE html><body><script>addEventListener ("message", e => { document.body.textContent = "FOUND " + e.data; })</script>
<iframe src="probe.html" style="border:0;width:${1}px;height:900px"></iframe></body>
EOT
  found=$(timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --user-data-dir="$scratch/user" --virtual-time-budget=5000 --window-size=1300,1000 \
    ${2:+"$2"} --dump-dom "file://$scratch/outer.html" 2>/dev/null | sed -n 's/.*FOUND \([^<]*\).*/\1/p')
}

# view WIDTH BACKGROUND [OPTION]: width, overflow, drawings, tables, elements that a name made, broken drawings, the name as
# text, the folder of the input, whether tables can be sorted, headings have links and drawings names, and the colour.
view() {
  show_page "$1" ${3:+"$3"}
  expected="$1 0 3 5 0 0 true false true true true $2"
  if [ "$found" != "$expected" ]; then
    echo "FAILED at $1 pixels: found '$found', expected '$expected'"
    failures=$((failures + 1))
  fi
}
view 390 'rgb(255, 255, 255)'
view 1200 'rgb(255, 255, 255)'
view 1200 'rgb(22, 24, 27)' --blink-settings=preferredColorScheme=0

# probe PAGE EXPECTED: the same for a page, at both widths: overflow, drawings, tables, elements that a name made, broken
# drawings, the name as text, the colour of lines.
probe ()
{
  sed 's|</body>|<script>parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth),\
    document.querySelectorAll ("svg").length, document.querySelectorAll ("table").length, document.querySelectorAll ("b").length,\
    document.querySelectorAll ("parsererror").length, document.body.textContent.includes ("<b>\&amp; \\"x\\".conllu"),\
    getComputedStyle (document.querySelector (".line, .edge")).stroke].join (" "), "*")</script></body>|' \
    "$1" >"$scratch/probe.html"
  for width in 390 1200; do
    show_page "$width"
    if [ "$found" != "$width 0 $2" ]; then
      echo "FAILED: $(basename "$1") at $width pixels: found '$found', expected '$width 0 $2'"
      failures=$((failures + 1))
    fi
  done
}
probe "$scratch/show.html" "30 0 0 0 true rgb(179, 20, 42)"
probe "$scratch/phrases.html" "7 0 0 0 false rgb(89, 99, 110)"
# Of a page of findings: boxes, parts, and those shown once all but the last box are off.
cat >"$scratch/choose.js" <<'EOT'
const boxes = [...document.querySelectorAll (".tests input")], parts = [...document.querySelectorAll ("section.checked")];
const shown = () => parts.filter (part => part.offsetHeight > 0).length;
const all = shown ();
boxes.slice (0, -1).forEach (box => box.click ());
const last = boxes[boxes.length - 1].value, some = shown ();
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth), boxes.length > 1,
  all == parts.length && all > 0, some > 0 && some < all,
  some == parts.filter (part => part.dataset.tests.split (" ").includes (last)).length].join (" "), "*");
EOT
{
  sed '/<\/body>/,$d' "$scratch/check.html"
  echo '<script>'
  cat "$scratch/choose.js"
  echo '</script></body></html>'
} >"$scratch/probe.html"
for width in 390 1200; do
  show_page "$width"
  if [ "$found" != "$width 0 true true true true" ]; then
    echo "FAILED: check.html at $width pixels: found '$found', expected '$width 0 true true true true'"
    failures=$((failures + 1))
  fi
done
# Of a page of differences: their number, as tbk evaluate tells it; the counts of the choices; the drawings of the last choice;
# and on a narrow page boxes that have scrolled to a marked arc, and fade.
cat >"$scratch/choose.js" <<'EOT'
const select = document.querySelector (".changes select"), figures = [...document.querySelectorAll ("figure.tree")];
const counts = [...select.options].map (option => Number (option.textContent.split (": ").pop ()));
const marked = change => figures.filter (figure =>
  [...figure.querySelectorAll (".differs")].some (arc => arc.dataset.change == change));
const wide = [...document.querySelectorAll (".wide")].filter (box => box.scrollWidth > box.clientWidth + 2);
const isSeen = wide.every (box => {
  const arc = box.querySelector (".differs, .other, .nonprojective").getBoundingClientRect (), frame = box.getBoundingClientRect ();
  return arc.left < frame.right && arc.right > frame.left && /more-/.test (box.className);
});
select.selectedIndex = select.options.length - 1;
select.dispatchEvent (new Event ("change"));
const isChosen = figures.every (figure => figure.hidden == !marked (select.value).includes (figure));
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth), counts[0],
  counts.slice (1).reduce ((sum, n) => sum + n, 0), select.options.length > 2, isChosen, isSeen,
  innerWidth > 400 || wide.length > 0].join (" "), "*");
EOT
{
  sed '/<\/body>/,$d' "$scratch/differences.html"
  echo '<script>'
  cat "$scratch/choose.js"
  echo '</script></body></html>'
} >"$scratch/probe.html"
for width in 390 1200; do
  show_page "$width"
  if [ "$found" != "$width 0 $differ $differ true true true true" ]; then
    echo "FAILED: differences.html at $width pixels: found '$found', expected '$width 0 $differ $differ true true true true'"
    failures=$((failures + 1))
  fi
done
echo "browser: $failures failures"
[ "$failures" = 0 ]
