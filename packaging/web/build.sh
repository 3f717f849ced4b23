#!/bin/sh
# build.sh FOLDER - tbk as WebAssembly, with a module for JavaScript, into FOLDER, which is named from the top of the project; and a
# package for npm into FOLDER/../dist.
# GLib, PCRE2, GMP and zlib are built first, into FOLDER/libraries, unless they are there.
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
[ "$folder/libraries/pkgconfig/zlib.pc" -nt "$here/libraries.sh" ] || "$here/libraries.sh" "$folder/libraries"
export PKG_CONFIG_LIBDIR="$folder/libraries/pkgconfig"

echo "web: compiling tbk"
# Only the system's allocator is there: tbk puts none before it, as under a sanitizer.
make -j2 CC="${CLANG:-$(em-config LLVM_ROOT)/clang} $(emcc --cflags)" PLAIN=1 BLAS=0 BUILD="$1/wasm" CFLAGS=-O3 CPPFLAGS=-DTBK_SANITIZED LIBRARY_CFLAGS= \
  HARDENING= HARDENING_LDFLAGS= FORTIFY= "$1/wasm/objects.txt"
# Linking takes most of the time where little has changed.
if [ ! "$folder/tbk.wasm" -nt "$1/wasm/objects.txt" ] || [ ! "$folder/tbk.wasm" -nt "$folder/libraries/pkgconfig/zlib.pc" ] ||
  [ ! "$folder/tbk.wasm" -nt "$here/build.sh" ]; then
  echo "web: linking tbk.wasm"
  # Not by xargs, which would link in parts where the names do not fit one command.
  emcc @"$1/wasm/objects.txt" -O3 -o "$folder/engine.mjs" -L"$folder/libraries/lib" -lglib-2.0 -lpcre2-8 -lgmp -lz -sMODULARIZE -sEXPORT_ES6 \
    -sFORCE_FILESYSTEM -sIMPORTED_MEMORY -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=8MB -sINVOKE_RUN=0 -sEXIT_RUNTIME=1 \
    -sENVIRONMENT=web,worker -sEXPORTED_FUNCTIONS=_main,_tbk_conllu_deps_follow -sEXPORTED_RUNTIME_METHODS=FS,callMain,ccall,ENV,HEAPU8
  # Bundlers look for every file that is named.
  sed -i 's/engine\.wasm/tbk.wasm/g' "$folder/engine.mjs"
  mv "$folder/engine.wasm" "$folder/tbk.wasm"
fi
cp "$here"/*.mjs "$here/tbk.d.mts" "$here/README.md" LICENSE "$folder"
cp "$folder/libraries/sources" "$folder/sources.txt"
for text in pcre2/LICENCE zlib/LICENSE; do
  printf '======== %s\n\n' "$text"
  cat "$folder/libraries/$text"
done >"$folder/licences.txt"
printf '======== the C library of emscripten, musl\n\n' >>"$folder/licences.txt"
cat "$(em-config EMSCRIPTEN_ROOT)/system/lib/libc/musl/COPYRIGHT" >>"$folder/licences.txt"
printf '======== the runtime of emscripten\n\n' >>"$folder/licences.txt"
cat /usr/share/doc/emscripten/copyright >>"$folder/licences.txt"
{ sed 's/\([^ ]*\) \(.*\)/-\t-\t\1\t\2/' "$folder/sources.txt" && dpkg-query -W -f '-\t-\t${Package}\t${source:Version}\n' emscripten; } >"$folder/parts.tsv"
packaging/licences.sh --texts "$folder/parts.tsv" >>"$folder/licences.txt"
version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)
. packaging/person.sh
person='\n  "author": "'"$NAME${EMAIL:+ <$EMAIL>}"'",'
person="$person${REPOSITORY:+\\n  \"repository\": { \"type\": \"git\", \"url\": \"git+$REPOSITORY.git\" \},\\n  \"bugs\": \"$REPOSITORY/issues\",}"
person="$person${HOMEPAGE:+\\n  \"homepage\": \"$HOMEPAGE\",}"
sed "s/@VERSION@/$version/; s|@PERSON@|$person|; s/@LICENCES@/$(packaging/licences.sh --expression "$folder/parts.tsv")/" "$here/package.json.in" >"$folder/package.json"
node "$here/page/assemble.mjs" "$folder"
mkdir -p "$folder/../dist"
guides=
command -v pandoc >/dev/null || guides=-without-guides
cp "$folder/tbk.html" "$folder/../dist/tbk-$version$guides.html"
packaging/licences.sh --sbom "$folder/parts.tsv" 'the page for browsers and the package for npm' >"$folder/../dist/tbk-$version-web.sbom.json"
echo "web: the page is $1/tbk.html"
npm pack --silent --offline --pack-destination "$folder/../dist" "$folder"
