#!/bin/sh
# run.sh FOLDER DIST - tbk as WebAssembly in FOLDER, under node: the tests of the command line with the same bytes, and the package
# in DIST, installed and used. TESTS names the tests of the command line, if not all. What cannot run there is in `without`.
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

cp "$here/package.mjs" "$here/../../data/la.conllu" "$scratch"
dist=$(CDPATH='' cd -- "$2" && pwd)
(CDPATH='' cd -- "$scratch" && npm install --silent --offline --no-audit --no-fund "$dist"/tbk-*.tgz && node --test package.mjs) >"$scratch/log" 2>&1 \
  || { cat "$scratch/log"; exit 1; }
echo "the package: $(sed -n 's/^# pass /passed /p; s/^ℹ pass /passed /p' "$scratch/log")"

sed 's/ .*//' "$here/without" | sort >"$scratch/without"
names=${TESTS:-$(CDPATH='' cd -- "$here/../golden" && for name in */cmd; do echo "${name%/cmd}"; done | sort | comm -23 - "$scratch/without")}
# Tests may have a PATH without node.
printf '#!/bin/sh\nexec "%s" --no-warnings "%s" "$@"\n' "$(command -v node)" "$here/tbk.mjs" >"$scratch/tbk"
chmod +x "$scratch/tbk"
"$here/../golden/run.sh" "$scratch/tbk" $names
