#!/bin/sh
# package.sh TARBALL - the package for npm, installed from its tarball in a folder of its own and used under node. Its types are
# checked as well where there is tsc (Debian: node-typescript).
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
tarball=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here/package.mjs" "$here/types.mts" "$here/../../data/la.conllu" "$scratch"
CDPATH='' cd -- "$scratch"
npm install --silent --offline --no-audit --no-fund "$tarball"
node --test package.mjs >log 2>&1 || { cat log; exit 1; }
# The example of its README, and what it prints.
mkdir data && cp la.conllu data
readme=node_modules/treebank-kit/README.md
sed -n '/^```js/,/^```$/{/^```/!p}' $readme >example.mjs
sed -n '/^```output/,/^```$/{/^```/!p}' $readme >expected
node example.mjs | diff expected - || { echo "the example prints something else"; exit 1; }
if command -v tsc >/dev/null; then
  tsc --noEmit --strict --skipLibCheck false --target es2022 --lib es2022,dom --module nodenext types.mts
  types='types checked'
else
  types='types not checked: there is no tsc'
fi
echo "the package: $(sed -n 's/^# pass /passed /p; s/^ℹ pass /passed /p' log), $types"
