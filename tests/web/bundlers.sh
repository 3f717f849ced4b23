#!/bin/sh
# bundlers.sh TARBALL - the package for npm, bundled by esbuild, webpack 5 and Vite without a warning, and each bundle opened in Chromium,
# where it counts in the page and in a worker. BUNDLERS names a folder with node_modules that has them (npm install esbuild webpack
# webpack-cli vite); what is not there is skipped. NODES are the commands of versions of node that the bundle for node runs under.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
tarball=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
modules=${BUNDLERS:-.}/node_modules
if [ ! -d "$modules/.bin" ] || ! command -v chromium >/dev/null; then
  echo "bundlers: skipped: BUNDLERS names no folder with esbuild, webpack and vite in node_modules, or there is no chromium"
  exit 0
fi
modules=$(CDPATH='' cd -- "$modules" && pwd)
scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$scratch"' EXIT
CDPATH='' cd -- "$scratch"
npm install --silent --offline --no-audit --no-fund "$tarball"
package=node_modules/treebank-kit
cp "$here/../../data/la.conllu" .
mkdir page
cat >page/main.js <<'END'
import { load, table } from "treebank-kit";

const files = { "a.conllu": "1\tw\t_\tX\t_\t_\t3\ta\t_\t_\n2\tw\t_\tX\t_\t_\t4\ta\t_\t_\n3\tw\t_\tX\t_\t_\t0\troot\t_\t_\n4\tw\t_\tX\t_\t_\t3\ta\t_\t_\n\n" };
const found = [];
try {
  for (const worker of [false, true]) {
    const tbk = await load ({ worker }), [row] = table (await tbk.stats (files));
    found.push (`${row.words} words, ${row.lost_arcs} lost`);
    tbk.close ();
  }
} catch (error) {
  found.push (String (error));
}
await fetch ("/found?" + encodeURIComponent (found.join (" and ")));
END
printf '<!DOCTYPE html>\n<meta charset="utf-8">\n<link rel="icon" href="data:,">\n<body>none</body>\n<script type="module" src="./main.js"></script>\n' >page/index.html
fail() {
  echo "bundlers: $1" >&2
  exit 1
}
# quiet LOG: refuses what a bundler warned of.
quiet() {
  ! grep -qi 'warn\|error\|could not' "$1" || { cat "$1"; fail "$1 has warnings"; }
}
# opened FOLDER: what the page there has found, served by node.
opened() {
  [ ! -e "$1/engine.wasm" ] || fail "$1 has engine.wasm"
  [ "$(find "$1" -name '*.wasm' | wc -l)" = 1 ] || fail "$1 has not one file of WebAssembly: $(find "$1" -name '*.wasm')"
  cat >serve.mjs <<'END'
import { createServer } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";
const types = { html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };
const server = createServer (({ url }, answer) => {
  if (url.startsWith ("/found?"))
    writeFileSync ("found", decodeURIComponent (url.slice (7)) + "\n");
  try {
    const path = process.argv[2] + (url == "/" ? "/index.html" : url.replace (/\?.*/, "")), body = readFileSync (path);
    answer.writeHead (200, { "Content-Type": types[path.split (".").at (-1)] ?? "text/plain" });
    answer.end (body);
  } catch {
    answer.writeHead (404);
    answer.end ();
  }
}).listen (0, "127.0.0.1", () => writeFileSync ("port", String (server.address ().port)));
END
  rm -f port found
  node serve.mjs "$1" &
  server=$!
  while [ ! -s port ]; do sleep 0.1; done
  chromium --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/profile" --remote-debugging-port=0 "http://127.0.0.1:$(cat port)/" 2>chromium.log &
  browser=$!
  tenths=0
  while [ ! -s found ] && [ $tenths -lt 900 ]; do sleep 0.1; tenths=$((tenths + 1)); done
  kill $server $browser
  wait $server $browser 2>/dev/null || true
  server=
  [ "$(cat found)" = '4 words, 1 lost and 4 words, 1 lost' ] || { cat found chromium.log; fail "the page of $1 found something else"; }
}

tried=
if [ -e "$modules/.bin/esbuild" ]; then
  mkdir esbuild
  "$modules/.bin/esbuild" page/main.js "worker=$package/worker.mjs" --bundle --format=esm --target=es2022 --outdir=esbuild --log-level=info >esbuild.log 2>&1 || { cat esbuild.log; exit 1; }
  mv esbuild/worker.js esbuild/worker.mjs
  [ -e esbuild/main.js ] || mv esbuild/page/main.js esbuild
  cp page/index.html $package/tbk.wasm esbuild
  quiet esbuild.log
  opened esbuild
  # For node the bundle reads the file beside it, and its worker is itself.
  printf 'import { load } from "treebank-kit";\nimport { readFileSync } from "node:fs";\nconst tbk = await load ({ worker: true });\nconsole.log ((await tbk.read ({ "la.conllu": readFileSync ("la.conllu") })).length);\n' >node.js
  "$modules/.bin/esbuild" node.js --bundle --platform=node --format=esm --outfile=esbuild/node.mjs --log-level=info >node.log 2>&1
  quiet node.log
  for node in ${NODES:-node}; do
    [ "$("$node" esbuild/node.mjs)" = 22 ] || fail "the bundle for node failed under $("$node" --version)"
    tried="$tried node $("$node" --version),"
  done
  tried="$tried esbuild $("$modules/.bin/esbuild" --version),"
fi
if [ -e "$modules/.bin/webpack" ]; then
  mkdir webpack
  NODE_PATH=$modules "$modules/.bin/webpack" --mode=production --entry=./page/main.js --output-path="$scratch/webpack" --no-performance >webpack.log 2>&1 || { cat webpack.log; exit 1; }
  cp page/index.html webpack
  quiet webpack.log
  opened webpack
  tried="$tried webpack $(node -p "require ('$modules/webpack/package.json').version"),"
fi
if [ -e "$modules/.bin/vite" ]; then
  ln -s "$modules/vite" node_modules/vite
  "$modules/.bin/vite" build page --outDir ../vite --emptyOutDir --base=./ >vite.log 2>&1 || { cat vite.log; exit 1; }
  quiet vite.log
  opened vite
  tried="$tried vite $(node -p "require ('$modules/vite/package.json').version"),"
fi
echo "bundlers: without a warning, and right in a page and a worker:${tried%,}"
