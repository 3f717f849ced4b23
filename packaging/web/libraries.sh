#!/bin/sh
# libraries.sh FOLDER - GLib, GMP and zlib for WebAssembly, from the system's own source packages, into FOLDER: include/, lib/,
# pkgconfig/, and the file `sources` with the version of each. Debian and what is made from it; the system's list of
# packages is not changed. GLib is not built by its meson files, which know no WebAssembly, but file by file.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
mkdir -p -- "$1" && CDPATH='' cd -- "$1"
folder=$PWD
mkdir -p apt/lists/partial packages include lib pkgconfig objects

for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
  case $file in
  *'*'*) ;;
  *.sources) [ ! -r "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"apt/$(basename "$file")" ;;
  *) [ ! -r "$file" ] || sed -n 's/^deb /deb-src /p' "$file" >"apt/$(basename "$file" .list).list" ;;
  esac
done
get() {
  apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$folder/apt" -o Dir::State::Lists="$folder/apt/lists" \
    -o APT::Sandbox::User=root "$@"
}
# What a run that broke off has made is not made again.
if [ ! -e packages/complete ]; then
  echo "web: downloading the sources of GLib, GMP and zlib"
  get update
  (CDPATH='' cd -- packages && get source --download-only glib2.0 gmp zlib)
  touch packages/complete
fi
: >sources
for name in glib2.0 gmp zlib; do
  sed -n 's/^\(Source\|Version\): //p' packages/"$name"_*.dsc | head -n 2 | paste -sd ' ' >>sources
  [ ! -e "$name/unpacked" ] || continue
  mkdir -p "$name"
  for archive in packages/"$name"_*.orig.tar.*; do
    case $archive in
    *.asc) ;;
    *) tar -xf "$archive" -C "$name" --strip-components=1 ;;
    esac
  done
  touch "$name/unpacked"
done

# compile FILE [OPTION...]: the compiler itself, without its driver, which takes most of the time.
flags=$(emcc --cflags)
compiler=${CLANG:-$(em-config LLVM_ROOT)/clang}
compile() {
  file=$1
  shift
  object=objects/$(basename "$file" .c).o
  for cause in "$file" "$here/libraries.sh" "$here/config.h" "$here/glibconfig.sed"; do
    if [ ! "$object" -nt "$cause" ]; then
      $compiler $flags -O2 -w "$@" -c "$file" -o objects/unfinished.o
      mv objects/unfinished.o "$object"
      break
    fi
  done
}
# archive LIBRARY NAME...: of the objects with these names.
archive() {
  library=$1
  shift
  rm -f "lib/$library"
  emar rcs "lib/$library" $(printf 'objects/%s.o ' "$@")
}

echo "web: compiling zlib"
for name in adler32 crc32 deflate inffast inflate inftrees trees zutil; do
  compile zlib/$name.c
done
archive libz.a adler32 crc32 deflate inffast inflate inftrees trees zutil
cp zlib/zlib.h zlib/zconf.h include

version=$(sed -n 's/^glib2.0 \([0-9.]*\).*/\1/p' sources)
major=${version%%.*} minor=${version#*.}
sed -f "$here/glibconfig.sed" -e "s/@GLIB_MAJOR_VERSION@/$major/; s/@GLIB_MINOR_VERSION@/${minor%%.*}/; s/@GLIB_MICRO_VERSION@/${minor#*.}/" \
  glib2.0/glib/glibconfig.h.in >include/glibconfig.h
cp "$here/config.h" include
# What tbk calls, and what that wants.
files='garcbox garray gasyncqueue gatomic gbacktrace gbase64 gbitlock gbytes gcharset gchecksum gconvert gdataset gdate gdatetime gdir genviron gerror
  gfileutils ghash ghook giochannel giounix glib-init glib-private glib-unix glist gmain gmappedfile gmarkup gmem gmessages
  goption gpattern gpoll gprimes gprintf gqsort gquark gqueue grand grcbox grefcount gshell gslice gslist gspawn gstdio
  gstrfuncs gstring gstringchunk gstrvbuilder gtestutils gthread gthread-posix gthreadpool gtimer gtimezone gtranslit gunidecomp guniprop
  gutf8 gutils gversion gwakeup'
number=0
for name in $files; do
  number=$((number + 1))
  [ $((number % 10)) -ne 1 ] || echo "web: compiling GLib, file $number of $(echo $files | wc -w)"
  # calls.c has these in place of those of the same name.
  case $name in
  garray) calls='-Dg_array_sort=array_by_cast -Dg_ptr_array_sort=pointers_by_cast' ;;
  glist | gslist | gqueue) calls="-Dg_${name#g}_free_full=${name}_by_cast" ;;
  *) calls= ;;
  esac
  compile glib2.0/glib/$name.c $calls -DGLIB_COMPILATION -DG_LOG_DOMAIN='"GLib"' -D_GNU_SOURCE -Iinclude -Iglib2.0 -Iglib2.0/glib
done
compile "$here/calls.c" -Iinclude -Iglib2.0 -Iglib2.0/glib
compile glib2.0/glib/libcharset/localcharset.c -DGLIB_CHARSETALIAS_DIR='"/usr/lib"' -Iinclude
archive libglib-2.0.a $files calls localcharset

# Debian's source of GMP is without the folder doc/, which its configure asks for.
echo "web: compiling GMP, which takes longest; see $folder/gmp.log"
mkdir -p gmp/doc && : >gmp/doc/Makefile.in
(
  CDPATH='' cd -- gmp
  [ -e gmp.h ] || CC_FOR_BUILD=cc emconfigure ./configure --disable-assembly --host=none --disable-shared CFLAGS=-O3
  CC_FOR_BUILD=cc emmake make -j2 SUBDIRS='mpn mpz mpq mpf printf scanf rand .'
) >gmp.log 2>&1 || { tail -n 20 gmp.log; exit 3; }
cp gmp/gmp.h include
cp gmp/.libs/libgmp.a lib

for name in glib-2.0 gmp zlib; do
  case $name in zlib) library=z ;; *) library=$name ;; esac
  printf 'Name: %s\nDescription: %s\nVersion: 0\nCflags: -I%s/include -I%s/glib2.0 -I%s/glib2.0/glib\nLibs: -L%s/lib -l%s\n' \
    $name $name "$folder" "$folder" "$folder" "$folder" $library >pkgconfig/$name.pc
done
