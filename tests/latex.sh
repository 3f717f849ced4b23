#!/bin/sh
# latex.sh PROGRAM - `tbk show --format=tikz` and `--format=dot` give the arcs of the trees; and LaTeX sets them and steps, signs and all,
# where there is pdflatex with tikz-dependency and forest, Graphviz draws them where there is dot, librsvg SVG.
set -eu
program=$1
data=$(CDPATH='' cd -- "$(dirname "$0")/../data" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
fail() {
  echo "FAILED $*"
  failures=$((failures + 1))
}

# Arcs read back: head, dependent, relation.
for name in en fr nl la gapping; do
  awk -F '\t' '$1 ~ /^[0-9]+$/ { print $7, $1, $8 }' "$data/$name.conllu" >"$scratch/arcs"
  "$program" show -q --format=dot "$data/$name.conllu" >"$scratch/dot"
  sed -n 's/^  w\([0-9]*\) -> w\([0-9]*\) \[label="\([^"]*\)".*/\1 \2 \3/p' "$scratch/dot" >"$scratch/found"
  cmp -s "$scratch/arcs" "$scratch/found" || fail "$name: arcs of --format=dot"
  # Columns are words and empty nodes: no file but gapping has the latter.
  [ $name = gapping ] && continue
  "$program" show -q --format=tikz "$data/$name.conllu" |
    sed -n -e 's/^  .deproot[^{]*\(\[.*\]\)*{\([0-9]*\)}{\(.*\)}$/0 \2 \3/p' \
      -e 's/^  .depedge\(\[.*\]\)*{\([0-9]*\)}{\([0-9]*\)}{\(.*\)}$/\2 \3 \4/p' >"$scratch/found"
  sed 's/_/\\_/g' "$scratch/arcs" | cmp -s - "$scratch/found" || fail "$name: arcs of --format=tikz"
done

if command -v dot >/dev/null; then
  "$program" show -q --format=dot "$data/en.conllu" "$data/phrases.psd" 2>/dev/null | dot -Tsvg >"$scratch/dot.svg" || fail "dot"
  # What Graphviz would obey in a label is shown: all of ASCII, entities, escapes.
  if command -v python3 >/dev/null; then
    python3 - "$program" "$scratch" <<'EOT' || fail "dot: signs"
import html, re, subprocess, sys
program, scratch = sys.argv[1:]
signs = "".join(map(chr, range(33, 127)))
words = [signs[i : i + 16] for i in range(0, len(signs), 16)]
words += ["&lt;3", "A&amp;B", "&#65;", "&#x41;", "&amp;lt;", "&eacute", "x&y", r"a\nb\lc\rd\Ne\Gf\Eg\Hh\Li\Tj", "a\\", "\\\\\"", "<b>", "{|}"]
with open(f"{scratch}/signs.conllu", "w") as file:
    for i, word in enumerate(words):
        file.write(f"{i + 1}\t{word}\t_\tx{word}\t_\t_\t{i}\t{word if i > 0 else 'root'}\t_\t_\n")
    file.write("\n")
leaves = [re.sub(r"[()]", "", word) for word in words]
with open(f"{scratch}/signs.psd", "w") as file:
    file.write("(S " + " ".join(f"(A {leaf})" for leaf in leaves) + ")\n")

def shown(name):
    drawn = subprocess.run([program, "show", "-q", "--format=dot", f"{scratch}/{name}"], check=True, capture_output=True).stdout
    svg = subprocess.run(["dot", "-Tsvg"], input=drawn, check=True, capture_output=True).stdout.decode()
    return sorted(html.unescape(text) for text in re.findall("<text[^>]*>(.*?)</text>", svg))

assert shown("signs.conllu") == sorted(["0", "root"] + words + ["x" + word for word in words] + words[1:]), shown("signs.conllu")
assert shown("signs.psd") == sorted(["S"] + ["A"] * len(leaves) + leaves), shown("signs.psd")
EOT
  fi
else
  echo "skipped: Graphviz is not installed"
fi
# Programs that know no variables of CSS: paper is white, as the first pixel of a PNG tells, which no filter changes.
if command -v rsvg-convert >/dev/null && command -v python3 >/dev/null; then
  "$program" show -q --format=svg --id=la-01 "$data/la.conllu" -o "$scratch/la-01.svg"
  rsvg-convert --zoom=2 "$scratch/la-01.svg" --output="$scratch/la-01.png"
  rsvg-convert --format=pdf "$scratch/la-01.svg" --output="$scratch/la-01.pdf"
  [ "$(head -c 5 "$scratch/la-01.pdf")" = "%PDF-" ] || fail "rsvg-convert: PDF"
  python3 - "$scratch/la-01.png" <<'EOT' || fail "rsvg-convert: paper that is not white, or no colours"
import sys, zlib
png, data, at = open(sys.argv[1], "rb").read(), b"", 8
while at < len(png):
    size = int.from_bytes(png[at : at + 4], "big")
    data += png[at + 8 : at + 8 + size] if png[at + 4 : at + 8] == b"IDAT" else b""
    at += size + 12
data = zlib.decompress(data)
sys.exit(data[1:4] != b"\xff\xff\xff" or len(set(data)) < 100)
EOT
else
  echo "skipped: librsvg is not installed"
fi
# Packages ask for others: whether LaTeX can set anything with both is found by setting a word.
printf '%s\n' '\documentclass{article}' '\usepackage[T1]{fontenc}' '\usepackage{geometry}' '\usepackage{tikz-dependency}' \
  '\usepackage{forest}' '\begin{document}' word '\end{document}' >"$scratch/word.tex"
if ! (CDPATH='' cd -- "$scratch" && pdflatex -interaction=nonstopmode -halt-on-error word.tex) >"$scratch/log" 2>&1; then
  echo "skipped: pdflatex with tikz-dependency and forest is not installed"
  [ $failures = 0 ]
  exit
fi

# Every sign of ASCII as a form and as a relation, alone, at the beginning and doubled; and phrases of them.
signs='! " # $ % & '"'"' * + , - . / : ; < = > ? @ [ \ ] ^ ` { | } ~ a_b [x] -- `` '"''"' ?` !` ,, |x| <<x>> \x1b a=b,c'
set -f
n=0
echo "# sent_id = signs" >"$scratch/signs.conllu"
for sign in $signs; do
  n=$((n + 1))
  printf '%d\t%s\t_\t%s\t_\t_\t%d\t%s\t_\t_\n' $n "$sign" "$sign" $((n - 1)) "$sign"
done >>"$scratch/signs.conllu"
echo >>"$scratch/signs.conllu"
for sign in $signs; do
  printf "(S (NP (%s %s)) (V v))\n" "$sign" "$sign"
done >"$scratch/signs.psd"
{
  printf '%s\n' '\documentclass{article}' '\usepackage[T1]{fontenc}' '\usepackage[paperwidth=3000mm,paperheight=600mm]{geometry}' \
    '\usepackage{tikz-dependency}' '\usepackage{forest}' '\begin{document}'
  "$program" show -q --format=tikz --projectivized "$data/en.conllu" "$data/fr.conllu" "$data/gapping.conllu" "$scratch/signs.conllu"
  "$program" show -q --format=tikz --keep-markup --forms=full --labels=full "$scratch/signs.psd"
  "$program" show -q --format=tikz "$data/phrases.psd"
  printf '%s\n' '\end{document}'
} >"$scratch/all.tex"
if ! (CDPATH='' cd -- "$scratch" && pdflatex -interaction=nonstopmode -halt-on-error all.tex) >"$scratch/log" 2>&1; then
  fail "pdflatex: $(grep -A 3 '^!' "$scratch/log" | head -n 8)"
elif command -v pdftotext >/dev/null; then
  pdftotext -layout "$scratch/all.pdf" "$scratch/text"
  for word in 'a_b' '[x]' '|x|' '<<x>>' '\x1b' 'a=b,c' 'letter'; do
    grep -qF -- "$word" "$scratch/text" || fail "$word is not set as it stands"
  done
fi
# Steps: slides and tables of paper, none wider than the line.
"$program" steps -q --format=tikz "$data/en.conllu" "$scratch/signs.conllu" -o "$scratch/slides.tex"
"$program" steps -q --format=tikz "$data/phrases.psd" -o "$scratch/phrases.tex" 2>"$scratch/log"
{
  printf '%s\n' '\documentclass{article}' '\usepackage[T1]{fontenc}' '\usepackage{graphicx}' '\begin{document}'
  "$program" steps -q --format=tikz --system=swap "$data/nl.conllu" "$data/la.conllu"
  printf '%s\n' '\end{document}'
} >"$scratch/handout.tex"
for file in slides phrases handout; do
  if [ $file != handout ] && ! kpsewhich beamer.cls >/dev/null; then
    echo "skipped: beamer is not installed"
  elif ! (CDPATH='' cd -- "$scratch" && pdflatex -interaction=nonstopmode -halt-on-error "$file.tex") >"$scratch/log" 2>&1; then
    fail "pdflatex, $file: $(grep -A 3 '^!' "$scratch/log" | head -n 8)"
  elif grep -q '^Overfull .hbox' "$scratch/log"; then
    fail "$file: $(grep -m 1 '^Overfull .hbox' "$scratch/log")"
  fi
done
# Files of their own are documents, which need nothing else.
"$program" show -q --format=tikz --projectivized --output-dir="$scratch/made" "$data/en.conllu" "$scratch/signs.conllu"
"$program" show -q --format=tikz --output-dir="$scratch/made" "$data/phrases.psd" 2>"$scratch/log"
set +f
for file in "$scratch"/made/*.tex; do
  (CDPATH='' cd -- "$scratch" && pdflatex -interaction=nonstopmode -halt-on-error "$file") >"$scratch/log" 2>&1 ||
    fail "pdflatex, $(basename "$file"): $(grep -A 3 '^!' "$scratch/log" | head -n 8)"
done
echo "latex: $failures failures"
[ $failures = 0 ]
