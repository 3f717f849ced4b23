#!/bin/sh
# run.sh FOLDER DIST PROGRAM - tbk as WebAssembly in FOLDER, under node: the package in DIST, installed and used; damaged treebanks; the
# tests of the command line with the same bytes; where TBK_CORPORA names treebanks, those of UD 2.2 with the
# same output as PROGRAM, and 200 edited at random as a script in Python does.
# TESTS names the tests of the command line, if not all. What cannot run there is in `without`.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
if [ ! -e "$1/tbk.wasm" ] || ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "skipped: tbk as WebAssembly, which 'make web' builds, and node and npm are needed"
  exit 0
fi
TBK_WEB=$(CDPATH='' cd -- "$1" && pwd)
export TBK_WEB
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
node --test "$here/words.mjs" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"$here/package.sh" "$2"/treebank-kit-*.tgz
"$here/bundlers.sh" "$2"/treebank-kit-*.tgz
node "$here/fuzz.mjs" "$1"
if [ -d "${TBK_CORPORA-}/ud/r2.2" ]; then
  node "$here/corpora.mjs" "$1" "$3" "$TBK_CORPORA"/ud/r2.2/*.gz
  find "$TBK_CORPORA"/ud/r2* -name '*.conllu.gz' | sort | xargs node "$here/edits.mjs" "$1" 200 1
fi

# Tests may have a PATH without node.
printf '#!/bin/sh\nexec "%s" --no-warnings "%s" "$@"\n' "$(command -v node)" "$here/tbk.mjs" >"$scratch/tbk"
chmod +x "$scratch/tbk"
TBK_WITHOUT="$here/without" "$here/../cli.py" "$scratch/tbk" ${TESTS-}
