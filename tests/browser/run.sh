#!/bin/sh
# run.sh PROGRAM - the pages of `tbk compare --report` and `tbk show` in a real browser, if Chromium is installed: they are
# read as meant, and no wider than the window of a desk or of a phone.
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

"$program" show -q --format=html --projectivized "$data/la.conllu" "$scratch/$name" -o "$scratch/show.html"
"$program" show -q --format=html "$data/phrases.psd" -o "$scratch/phrases.html"
failures=0

# probe PAGE EXPECTED: around the page, in a frame of each width, what a script finds in it is told to the outer page, whose
# text is printed: overflow, drawings, tables, elements that a name made, broken drawings, the name as text.
probe ()
{
  sed 's|</body>|<script>parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth),\
    document.querySelectorAll ("svg").length, document.querySelectorAll ("table").length, document.querySelectorAll ("b").length,\
    document.querySelectorAll ("parsererror").length, document.body.textContent.includes ("<b>\&amp; \\"x\\".conllu")].join (" "), "*")</script></body>|' \
    "$1" >"$(dirname "$1")/probe.html"
  for width in 390 1200; do
    cat >"$(dirname "$1")/outer.html" <<EOT
<!DOCTYPE html><body><script>addEventListener ("message", e => { document.body.textContent = "FOUND " + e.data; })</script>
<iframe src="probe.html" style="border:0;width:${width}px;height:900px"></iframe></body>
EOT
    found=$(timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
      --disable-component-update --disable-sync --user-data-dir="$scratch/user" --virtual-time-budget=5000 --window-size=1300,1000 \
      --dump-dom "file://$(dirname "$1")/outer.html" 2>/dev/null | sed -n 's/.*FOUND \([^<]*\).*/\1/p')
    if [ "$found" != "$width 0 $2" ]; then
      echo "FAILED: $(basename "$1") at $width pixels: found '$found', expected '$width 0 $2'"
      failures=$((failures + 1))
    fi
  done
}

probe "$scratch/report/index.html" "3 5 0 0 true"
probe "$scratch/show.html" "30 0 0 0 true"
probe "$scratch/phrases.html" "7 0 0 0 false"
echo "browser: $failures failures"
[ "$failures" = 0 ]
