#!/bin/sh
# run.sh PROGRAM - the pages of `tbk compare-oracles --output-dir`, `tbk show`, `tbk steps` and `tbk check` in a real browser, if
# Chromium is installed: they are read as meant, and no wider than the window of a desk or of a phone. The first is dark on
# demand, and its tables can be sorted. Those of steps are walked through; those of many sentences are searched (pages.mjs); drawings
# are recounted (drawings.mjs).
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
"$program" compare-oracles -q --system=arc-eager-nederhof --output-dir="$scratch/report" "$data/la.conllu" "$scratch/$name" >/dev/null

"$program" show -q --format=html --projectivized "$data/la.conllu" "$scratch/$name" -o "$scratch/show.html"
"$program" show -q --format=html "$data/phrases.psd" -o "$scratch/phrases.html"
"$program" projectivize -q --mark=none "$data/la.conllu" -o "$scratch/flat.conllu"
"$program" show -q --against="$scratch/flat.conllu" "$data/la.conllu" -o "$scratch/differences.html"
differ=$("$program" evaluate -q --by=word --of=deprel "$data/la.conllu" "$scratch/flat.conllu" | tail -n +2 | wc -l)
"$program" check -q --fail-on=never -o "$scratch/check.html" "$data/la.conllu" "$scratch/$name"
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
<iframe src="probe.html" style="border:0;width:${1}px;height:${height:-900}px"></iframe></body>
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

# expect PAGE WIDTHS EXPECTED: what probe.html, made from a page, tells at each width behind the width and the overflow, which is 0.
expect () {
  for width in $2; do
    show_page "$width"
    if [ "$found" != "$width 0 $3" ]; then
      echo "FAILED: $(basename "$1") at $width pixels: found '$found', expected '$width 0 $3'"
      failures=$((failures + 1))
    fi
  done
}

# probe PAGE EXPECTED: the same for a page, at both widths: overflow, drawings, tables, elements that a name made, broken
# drawings, the name as text, the colour of lines.
probe ()
{
  sed 's|</body>|<script>parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth),\
    document.querySelectorAll ("figure svg, .packed").length, document.querySelectorAll ("table").length, document.querySelectorAll ("b").length,\
    document.querySelectorAll ("parsererror").length, document.body.textContent.includes ("<b>\&amp; \\"x\\".conllu"),\
    getComputedStyle (document.querySelector ("figure .line, figure .edge")).stroke].join (" "), "*")</script></body>|' \
    "$1" >"$scratch/probe.html"
  expect "$1" "390 1200" "$2"
}
# drive PAGE SCRIPT WIDTHS EXPECTED: the same for a script that drives a page.
drive () {
  {
    sed '/<\/body>/,$d; s|<head>|<head><script>const errors = []; addEventListener ("error", e => errors.push (e.message))</script>|' "$1"
    echo '<script>'
    cat "$2"
    echo '</script></body></html>'
  } >"$scratch/probe.html"
  expect "$1" "$3" "$4"
}
probe "$scratch/show.html" "30 1 0 0 true rgb(179, 20, 42)"
probe "$scratch/phrases.html" "7 0 0 0 false rgb(89, 99, 110)"
# Anchors lead to all drawings, keys to the next and the previous one; samples are those of what the drawings have, the name of
# the one file stands in the title alone, and no line of text is longer than 80 letters.
cat >"$scratch/read.js" <<'EOT'
const figures = [...document.querySelectorAll ("figure.tree")];
const key = name => document.body.dispatchEvent (new KeyboardEvent ("keydown", { key: name, bubbles: true }));
const longest = Math.max (...[...document.querySelectorAll ("main :is(p:not(.legend), li)")].map (one => {
  const range = document.createRange (), walker = document.createTreeWalker (one, NodeFilter.SHOW_TEXT), letters = new Map ();
  for (let node; (node = walker.nextNode ()) !== null;)
    for (let i = 0; i < node.length; i++) {
      range.setStart (node, i);
      range.setEnd (node, i + 1);
      const top = Math.round (range.getBoundingClientRect ().top / 8);
      letters.set (top, (letters.get (top) ?? 0) + 1);
    }
  return Math.max (0, ...letters.values ());
}));
const seen = [];
for (const name of ["n", "n", "p"]) {
  key (name);
  seen.push (decodeURIComponent (location.hash.slice (1)));
}
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth),
  new Set (figures.map (one => one.id)).size == figures.length,
  figures.every (one => one.querySelector ("a").hash == "#" + encodeURIComponent (one.id)), seen.join (" "),
  [...document.querySelectorAll (".legend span")].filter (one => one.offsetParent !== null).map (one => one.textContent.trim ()).join (", "),
  [...document.querySelectorAll ("figcaption")].filter (one => one.textContent.includes ("la.conllu")).length,
  longest <= 80 || longest, errors.length].join (" "), "*");
EOT
drive "$scratch/differences.html" "$scratch/read.js" "390 1200" \
  "true true la-01 la-03 la-01 not projective, this file, the other file, where it differs, the arcs that it replaces 0 true 0"
# Of a page of findings: captions in view where boxes scrolled.
cat >"$scratch/choose.js" <<'EOT'
const moved = [...document.querySelectorAll (".wide")].filter (box => box.scrollLeft > 2);
const isCaptioned = moved.every (box => [...box.querySelectorAll (".caption")].every (caption => {
  const place = caption.getBoundingClientRect (), frame = box.getBoundingClientRect ();
  return place.left >= frame.left && place.left < frame.right;
}));
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth),
  innerWidth > 400 || moved.length > 0, isCaptioned].join (" "), "*");
EOT
drive "$scratch/check.html" "$scratch/choose.js" "390 1200" "true true"
# Of a page of differences: their number, as tbk evaluate tells it; the counts of the choices; the drawings of the last choice;
# and on a narrow page boxes that have scrolled to a marked arc, and fade.
cat >"$scratch/choose.js" <<'EOT'
const select = document.querySelector (".changes select"), figures = [...document.querySelectorAll ("figure.tree")];
const counts = [...select.options].map (option => Number (option.textContent.split (": ").pop ()));
const marked = change => figures.filter (figure => figure.dataset.kinds.split ("\n").includes (change));
const wide = [...document.querySelectorAll (".wide:has(svg)")].filter (box => box.scrollWidth > box.clientWidth + 2);
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
drive "$scratch/differences.html" "$scratch/choose.js" "390 1200" "$differ $differ true true true true"
# Of pages of steps: keys, slider and buttons lead where they should, also on the best way behind a wrong step; the tree grows;
# no script fails; nothing is loaded; all text is text.
cp "$data/en.conllu" "$scratch/$name"
"$program" steps -q --system=arc-eager-nederhof --id=en-01 "$scratch/$name" -o "$scratch/steps.html"
cat >"$scratch/walk.js" <<'EOT'
const section = document.querySelector ("section.steps"), slider = section.querySelector ("[type=range]");
const at = () => [section.dataset.position, slider.max, section.dataset.loss, section.querySelectorAll ("svg .right, svg .wrong").length].join ("/");
const key = name => (document.activeElement || document.body).dispatchEvent (new KeyboardEvent ("keydown", { key: name, bubbles: true, cancelable: true }));
const button = name => section.querySelector (`[data-key="${name}"]`), click = name => section.querySelector (`[aria-label="${name}"]`).click ();
const gold = section.querySelectorAll ("svg .gold").length;
const seen = [at ()], see = act => { act (); seen.push (at ()); };
see (() => { key ("ArrowRight"); key ("ArrowRight"); });
see (() => key ("ArrowLeft"));
see (() => key ("End"));
see (() => { slider.value = 4; slider.dispatchEvent (new Event ("input")); });
see (() => click ("Step on"));
see (() => click ("Step back"));
see (() => click ("First step"));
see (() => button ("SH").click ());
const hasBack = section.querySelector (".back").hidden;
see (() => button ("RA").click ());
const said = section.querySelector (".status").textContent, isLeft = !section.querySelector (".back").hidden && document.activeElement == section.querySelector (".stepper");
see (() => key ("End"));
see (() => section.querySelector (".back").click ());
see (() => section.querySelector ("[type=checkbox]").click ());
const named = [...document.querySelectorAll ("button, input, [role=group], [role=img], [role=region]")].every (one => one.ariaLabel || one.labels?.length || one.textContent);
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth), seen.join (" "), hasBack && isLeft,
  said.includes ("RA in place of LA costs 2 arcs") && said.includes ("3 arcs lost in the end"), gold, named, errors.length,
  document.querySelectorAll ("[src], link, iframe, [href]:not([href^='#'])").length, document.querySelectorAll ("h1 b, h2 b").length,
  document.body.textContent.includes ('<b>&amp; "x".conllu')].join (" "), "*");
EOT
drive "$scratch/steps.html" "$scratch/walk.js" "390 1200" \
  "0/18/1/0 2/18/1/1 1/18/1/0 18/18/1/9 4/18/1/2 5/18/1/2 4/18/1/2 0/18/1/0 1/18/1/0 2/18/3/0 18/18/3/9 1/18/1/0 1/18/1/0 true true 9 true 0 0 0 true"
# Every step of the way and every wrong step of it, in systems of all kinds: each tree that is built in the end has as many wrong
# or missing parts as the page says. Of a long sentence only the way is there.
cat >"$scratch/all.js" <<'EOT'
let nWays = 0, nBad = 0, nDisabled = 0;
document.querySelectorAll ("[type=checkbox]:checked").forEach (box => box.click ()); /* trees without the gold arcs are drawn sooner */
for (const section of document.querySelectorAll ("section.steps")) {
  const record = JSON.parse (section.querySelector ("script").textContent), click = name => section.querySelector (`[aria-label="${name}"]`).click ();
  const buttons = () => [...section.querySelectorAll (".moves button")], isPhrase = record.labels.length > 0;
  for (let step = 0; step < record.length; step++)
    for (let b = 0, n = 1; b < n; b++) {
      click ("First step");
      for (let i = 0; i < step; i++) click ("Step on");
      const loss = Number (section.dataset.loss), all = buttons ();
      n = all.length;
      nDisabled += all[b].disabled;
      if (all[b].disabled) continue;
      const cost = Number (all[b].dataset.cost);
      all[b].click ();
      nBad += Number (section.dataset.loss) != loss + cost;
      click ("Last step");
      const right = section.querySelectorAll ("svg .right").length, wrong = section.querySelectorAll ("svg .wrong").length;
      const lost = isPhrase ? record.gold.length - right + wrong : record.words.length - 1 - right;
      nBad += lost != loss + cost || buttons ().length > 0;
      nWays++;
      const back = section.querySelector (".back");
      if (!back.hidden) back.click ();
    }
}
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth), nWays > 20, nBad, nDisabled > 0, errors.length].join (" "), "*");
EOT
# The costs of steps add up to the loss where any computation counts: with the policy free, or none.
for system in 'arc-eager-nederhof --policy=free' swap two-planar; do
  "$program" steps -q --system=$system --where='words<=7' --max=2 "$data/en.conllu" -o "$scratch/steps-${system%% *}.html"
  drive "$scratch/steps-${system%% *}.html" "$scratch/all.js" 390 "true 0 false 0"
done
for system in top-down in-order; do
  "$program" steps -q --system=$system --where=sentence=1 "$data/phrases.psd" -o "$scratch/steps-$system.html"
  drive "$scratch/steps-$system.html" "$scratch/all.js" 390 "true 0 false 0"
done
"$program" steps -q --system=arc-eager-nederhof --policy=free --where='words>=13' --max=1 "$data/en.conllu" -o "$scratch/steps-long.html"
drive "$scratch/steps-long.html" "$scratch/all.js" 390 "true 0 true 0"
# All of a sentence is on one screen, and stays there; the row of the table is lit; swap has the order of words so far and that
# without crossing arcs, which is the last one; one section is shown; print opens the tables.
"$program" steps -q --system=swap --id=en-01 --id=en-06 "$data/en.conllu" -o "$scratch/steps-swap.html"
cat >"$scratch/screen.js" <<'EOT'
const sections = [...document.querySelectorAll ("section.steps")], [section] = sections;
const on = section.querySelector ('[aria-label="Step on"]'), bar = section.querySelector (".bar");
let isSeen = true, isLit = true;
for (let step = 0; step < 26; step++) {
  isSeen &&= bar.getBoundingClientRect ().bottom <= innerHeight;
  isLit &&= [...section.querySelectorAll ("tbody tr")].findIndex (row => row.classList.contains ("lit")) == step
    && section.querySelectorAll (".lit").length == 1;
  on.click ();
}
const orders = [...section.querySelectorAll (".orders span")].map (one => one.textContent.split (": ")[1]);
const nHow = sections.filter (one => one.querySelector (".how").offsetHeight > 0).length;
dispatchEvent (new Event ("beforeprint"));
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth), isSeen, isLit, orders[0] == orders[1], orders[0],
  nHow, document.querySelectorAll (".all:not([open])").length,
  section.querySelectorAll ("svg .relation").length, errors.length].join (" "), "*");
EOT
for size in 1024x768 1280x720; do
  height=${size#*x}
  drive "$scratch/steps-swap.html" "$scratch/screen.js" "${size%x*}" \
    "true true true A letter that nobody could read arrived yesterday . 1 0 9 0"
done
height=900
# A page of an answer opens at its error.
echo 'en-06: SH SH SH LA LA RA SH SH LA RA SH RA' >"$scratch/answer.txt"
"$program" steps -q --system=arc-standard --grade="$scratch/answer.txt" --id=en-06 "$data/en.conllu" -o "$scratch/graded.html" 2>/dev/null || true
cat >"$scratch/opened.js" <<'EOT'
const section = document.querySelector ("section.steps");
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth), section.dataset.position,
  section.querySelector ('[aria-current="step"]').dataset.cost, errors.length].join (" "), "*");
EOT
drive "$scratch/graded.html" "$scratch/opened.js" 390 "5 2 0"
# A quiz: no cost, and nothing of the tree, is in the source or the elements before a choice; then the verdict, the way goes on,
# and the score at the end.
"$program" steps -q --quiz --system=arc-standard --id=en-06 "$data/en.conllu" -o "$scratch/quiz.html"
cat >"$scratch/quiz.js" <<'EOT'
const section = document.querySelector ("section.steps"), status = section.querySelector (".status");
const click = key => section.querySelector (`.moves [data-key="${key}"]`).click ();
const isPlain = () => !section.querySelector ("[data-cost], .best, .all, [data-loss], .right, .wrong") && !/[0-9] arc|best,|"nodes"/.test (section.querySelector (".stepper").textContent + section.querySelector ("script").textContent);
const isHidden = [isPlain ()];
document.body.dispatchEvent (new KeyboardEvent ("keydown", { key: "End", bubbles: true }));
isHidden.push (section.dataset.position == 0);
click ("SH");
click ("SH");
isHidden.push (isPlain ());
click ("RA");
const verdict = status.textContent.includes ("Wrong: RA costs 1 arc. Here is SH. 2 of 3 right so far.");
for (const key of ["LA", "LA", "SH", "SH", "LA", "RA", "SH", "RA", "RA"]) click (key);
parent.postMessage ([innerWidth, Math.max (0, document.documentElement.scrollWidth - innerWidth), isHidden.join (), verdict,
  status.textContent.split (". ").pop (), section.querySelectorAll (".moves button").length, errors.length].join (" "), "*");
EOT
drive "$scratch/quiz.html" "$scratch/quiz.js" "390 1200" "true,true,true true The end: 11 of 12 right; your choices cost 1 arc. 0 0"
# Pages of many sentences, driven as by a reader.
if command -v node >/dev/null; then
  node "$(dirname "$0")/pages.mjs" "$(realpath "$program")" "$browser" "$scratch" ${TBK_CORPORA:+"$TBK_CORPORA/ud/r2.16/de_gsd-ud-dev.conllu.gz"} ||
    failures=$((failures + 1))
  node "$(dirname "$0")/drawings.mjs" "$(realpath "$program")" "$browser" "$scratch" ${TBK_CORPORA:+"$TBK_CORPORA/ud"} ||
    failures=$((failures + 1))
else
  echo "skipped: pages of many sentences were not driven: node is needed"
fi
echo "browser: $failures failures"
[ "$failures" = 0 ]
