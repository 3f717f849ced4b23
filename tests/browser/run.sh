#!/bin/sh
# run.sh PROGRAM - the page of `tbk compare --report` in a real browser, if Chromium is installed: it is read as meant, no
# wider than the window of a desk or of a phone, dark on demand, and its tables can be sorted.
set -eu
program=$1
browser=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$browser" ] || ! command -v gnuplot >/dev/null; then
  echo "skipped: the page was not opened in a browser: chromium and gnuplot are needed"
  exit 0
fi
data=$(cd "$(dirname "$0")/../../data" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
name='<b>&amp; "x".conllu'
cp "$data/nl.conllu" "$scratch/$name"
"$program" compare -q --system=arc-eager --report="$scratch/report" "$data/la.conllu" "$scratch/$name" >/dev/null

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
# view WIDTH BACKGROUND [OPTION]: width, overflow, drawings, tables, elements that a name made, broken drawings, the name as
# text, the folder of the input, whether tables can be sorted, headings have links and drawings names, and the colour.
view() {
  cat >"$scratch/outer.html" <<EOT
<!DOCTYPE html><body><script>addEventListener ("message", e => { document.body.textContent = "FOUND " + e.data; })</script>
<iframe src="probe.html" style="border:0;width:${1}px;height:900px"></iframe></body>
EOT
  found=$(timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --user-data-dir="$scratch/user" --virtual-time-budget=5000 --window-size=1300,1000 \
    ${3:+"$3"} --dump-dom "file://$scratch/outer.html" 2>/dev/null | sed -n 's/.*FOUND \([^<]*\).*/\1/p')
  expected="$1 0 3 5 0 0 true false true true true $2"
  if [ "$found" != "$expected" ]; then
    echo "FAILED at $1 pixels: found '$found', expected '$expected'"
    failures=$((failures + 1))
  fi
}
view 390 'rgb(255, 255, 255)'
view 1200 'rgb(255, 255, 255)'
view 1200 'rgb(22, 24, 27)' --blink-settings=preferredColorScheme=0
echo "browser: $failures failures"
[ "$failures" = 0 ]
