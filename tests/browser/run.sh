#!/bin/sh
# run.sh PROGRAM - the page of `tbk compare --report` in a real browser, if Chromium is installed: it is read as meant, and no
# wider than the window of a desk or of a phone.
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

# Around the page, in a frame of a width: what a script finds in it is told to the outer page, whose text is printed.
sed 's|</body>|<script>parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth),\
  document.querySelectorAll ("svg").length, document.querySelectorAll ("table").length, document.querySelectorAll ("b").length,\
  document.querySelectorAll ("parsererror").length, document.body.textContent.includes ("<b>\&amp; \\"x\\".conllu")].join (" "), "*")</script></body>|' \
  "$scratch/report/index.html" >"$scratch/probe.html"
failures=0
for width in 390 1200; do
  cat >"$scratch/outer.html" <<EOT
<!DOCTYPE html><body><script>addEventListener ("message", e => { document.body.textContent = "FOUND " + e.data; })</script>
<iframe src="probe.html" style="border:0;width:${width}px;height:900px"></iframe></body>
EOT
  found=$(timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --user-data-dir="$scratch/user" --virtual-time-budget=5000 --window-size=1300,1000 \
    --dump-dom "file://$scratch/outer.html" 2>/dev/null | sed -n 's/.*FOUND \([^<]*\).*/\1/p')
  # Width, overflow, drawings, tables, elements that a name made, broken drawings, the name as text.
  if [ "$found" != "$width 0 3 5 0 0 true" ]; then
    echo "FAILED at $width pixels: found '$found', expected '$width 0 3 5 0 0 true'"
    failures=$((failures + 1))
  fi
done
echo "browser: $failures failures"
[ "$failures" = 0 ]
