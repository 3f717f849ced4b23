#!/bin/sh
# build.sh FOLDER - tbk as WebAssembly, with a module for JavaScript, into FOLDER, which is named from the top of the project; and a
# package for npm into FOLDER/../dist.
# GLib, GMP and zlib are built first, into FOLDER/libraries, unless they are there.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
for command in emcc em-config apt-get pkg-config node npm; do
  command -v $command >/dev/null || { echo "web: $command is needed, and is not installed" >&2; exit 3; }
done
# Where Debian has node's modules; a node of one's own does not look there.
export NODE_PATH="${NODE_PATH:+$NODE_PATH:}/usr/share/nodejs"
CDPATH='' cd -- "$here/../.."
mkdir -p "$1"
folder=$(CDPATH='' cd -- "$1" && pwd)
[ -e "$folder/libraries/pkgconfig/zlib.pc" ] || "$here/libraries.sh" "$folder/libraries"
export PKG_CONFIG_LIBDIR="$folder/libraries/pkgconfig"

echo "web: compiling tbk"
# Only the system's allocator is there: tbk puts none before it, as under a sanitizer.
make -j2 CC="${CLANG:-$(em-config LLVM_ROOT)/clang} $(emcc --cflags)" PLAIN=1 BLAS=0 BUILD="$1/wasm" CFLAGS=-O3 CPPFLAGS=-DTBK_SANITIZED LIBRARY_CFLAGS= \
  HARDENING= HARDENING_LDFLAGS= FORTIFY= "$1/wasm/objects.txt"
echo "web: linking tbk.wasm"
# Not by xargs, which would link in parts where the names do not fit one command.
emcc @"$1/wasm/objects.txt" -O3 -o "$folder/engine.mjs" -L"$folder/libraries/lib" -lglib-2.0 -lgmp -lz -sMODULARIZE -sEXPORT_ES6 \
  -sFORCE_FILESYSTEM -sIMPORTED_MEMORY -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=8MB -sINVOKE_RUN=0 -sEXIT_RUNTIME=1 \
  -sENVIRONMENT=web,worker -sEXPORTED_FUNCTIONS=_main,_tbk_conllu_deps_follow -sEXPORTED_RUNTIME_METHODS=FS,callMain,ccall,ENV,HEAPU8
mv "$folder/engine.wasm" "$folder/tbk.wasm"
cp "$here/tbk.mjs" "$here/bytes.mjs" "$here/columns.mjs" "$here/tbk.d.mts" LICENSE "$folder"
cp docs/guides/javascript.md "$folder/README.md"
cp "$folder/libraries/sources" "$folder/sources.txt"
for text in glib2.0/COPYING gmp/COPYING.LESSERv3 gmp/COPYINGv3 zlib/LICENSE; do
  printf '======== %s\n\n' "$text"
  cat "$folder/libraries/$text"
done >"$folder/licences.txt"
printf '======== the C library and runtime of emscripten\n\n' >>"$folder/licences.txt"
cat /usr/share/doc/emscripten/copyright >>"$folder/licences.txt"
version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)
sed "s/@VERSION@/$version/" "$here/package.json.in" >"$folder/package.json"
node "$here/page/assemble.mjs" "$folder"
mkdir -p "$folder/../dist"
cp "$folder/tbk.html" "$folder/../dist/tbk-$version.html"
echo "web: the page is $1/tbk.html"
npm pack --silent --offline --pack-destination "$folder/../dist" "$folder"
