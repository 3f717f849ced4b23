#!/bin/sh
# licences.sh BUILT - prints the licences of what packaging/standalone.sh has built in BUILT: every part with its licence and its
# source, how to link it anew, and the text that Debian has for each part.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' "$here/include/tbk/base.h")

# The licence that holds for what is linked of a source package; its whole text has others too, of tools and tests.
licence_of() {
  case $1 in
  glib2.0) echo 'LGPL-2.1-or-later' ;;
  gmp) echo 'LGPL-3.0-or-later or GPL-2.0-or-later' ;;
  pcre3 | pcre2 | libisal | zlib | bzip2 | libzstd | libdeflate | xz-utils)
    case $1 in
    zlib) echo 'Zlib' ;;
    bzip2) echo 'bzip2-1.0.6' ;;
    libdeflate) echo 'MIT' ;;
    xz-utils) echo 'public domain' ;;
    *) echo 'BSD-3-Clause' ;;
    esac
    ;;
  gcc-*) echo 'GPL-3.0-or-later with the GCC runtime library exception' ;;
  glibc | cross-toolchain-base) echo 'LGPL-2.1-or-later, with an exception for what is linked into programs' ;;
  *) echo "licences: there is no licence known of $1" >&2; exit 1 ;;
  esac
}

head_of() {
  printf '\n%s\n\n' "======== $1 ========"
}

cat <<END
Licences of tbk $version as one file, and of the library in its wheel

tbk itself has the licence MIT. Parts of these static libraries are linked in. Each row has the library, Debian's source package
that it comes from, its version there, the licence, and under which name its text stands below. The C library is not
linked in, but for what starts a program.

END
while IFS='	' read -r archive package source number; do
  licence=$(licence_of "$source")
  printf '%-18s %-28s %-22s %-58s %s\n' "$archive" "$source" "$number" "$licence" "$package"
done <"$1/parts.tsv"
cat <<'END'

Debian has the sources under these names and versions: apt-get source NAME=VERSION, or its archive of all versions. The sources of
tbk are the tarball of the same version.

To link with a changed GLib or GMP, as their licences allow: take the sources of tbk, install the changed static library and its
headers where the compiler finds them, and type

    make STATIC=1 CFLAGS=-O3 LDFLAGS=-LFOLDER-OF-THE-LIBRARY BUILD=build/mine all library

The program is build/mine/tbk, the library build/mine/libtbk.so. Python loads the latter if TBK_LIBRARY names it. `make standalone`
does the same in a Debian system that it makes.
END
head_of tbk
cat "$here/LICENSE"
for text in "$1"/licences/*; do
  head_of "${text##*/}"
  cat "$text"
done
