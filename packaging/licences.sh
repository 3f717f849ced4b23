#!/bin/sh
# licences.sh BUILT - prints the licences of what packaging/standalone.sh has built in BUILT: every part with its licence and its
# source, how to link it anew, the text that Debian has for each part, and the whole text of each licence that these only name.
# licences.sh --sbom PARTS FILE: a bill of materials (CycloneDX 1.5) of FILE, from rows ARCHIVE PACKAGE SOURCE VERSION.
# licences.sh --expression PARTS: the licences of all parts as SPDX has them.
# licences.sh --texts PARTS: the whole texts alone.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
version=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' "$here/include/tbk/base.h")
tab='	'

# The licence, as SPDX has it, that holds for what is linked of a source package; its whole text has others too, of tools and tests.
licence_of() {
  case $1 in
  glib2.0) echo 'LGPL-2.1-or-later' ;;
  gmp) echo 'LGPL-3.0-or-later' ;;
  pcre3 | pcre2 | libisal | libzstd) echo 'BSD-3-Clause' ;;
  zlib) echo 'Zlib' ;;
  bzip2) echo 'bzip2-1.0.6' ;;
  libdeflate | emscripten) echo 'MIT' ;;
  xz-utils) echo 'LicenseRef-public-domain' ;;
  gcc-*) echo 'GPL-3.0-or-later WITH GCC-exception-3.1' ;;
  glibc | cross-toolchain-base) echo 'LGPL-2.1-or-later' ;;
  *) echo "licences: there is no licence known of $1" >&2; exit 1 ;;
  esac
}

head_of() {
  printf '\n%s\n\n' "======== $1 ========"
}

# Prints the rows of parts with the licence of each behind.
with_licences() {
  while IFS="$tab" read -r archive package source number; do
    licence=$(licence_of "$source")
    printf '%s\t%s\t%s\t%s\t%s\n' "$archive" "$package" "$source" "$number" "$licence"
  done <"$1"
}

expression() {
  { echo MIT && with_licences "$1" | cut -f 5; } | sort -u | paste -sd + | sed 's/+/ AND /g'
}

# Prints the whole texts of the licences of GNU that the parts have, as Debian has them; LGPL 3 is GPL 3 with more permissions.
texts() {
  with_licences "$1" | cut -f 5 | sed -n 's/^LGPL-3.*/LGPL-3 GPL-3/p; s/^GPL-3.*/GPL-3/p; s/^LGPL-2.1.*/LGPL-2.1/p' | tr ' ' '\n' | sort -u | while read -r name; do
    for file in /usr/share/common-licenses/"$name" "$here"/build/fresh/*/usr/share/common-licenses/"$name"; do
      [ ! -e "$file" ] || break
    done
    [ -e "$file" ] || { echo "licences: found no text of $name, which Debian has in /usr/share/common-licenses" >&2; exit 1; }
    head_of "the text of $name"
    cat "$file"
  done
}

# Prints the bill of materials: the parts in their order, without a date, so that the same parts give the same bytes.
sbom() {
  printf '{\n  "bomFormat": "CycloneDX",\n  "specVersion": "1.5",\n  "version": 1,\n  "metadata": { "component": { "type": "application", "name": "tbk", "version": "%s", "description": "%s", "licenses": [{ "license": { "id": "MIT" } }] } },\n  "components": [' "$version" "$2"
  separator=
  with_licences "$1" | cut -f 3-5 | sort -u | while IFS="$tab" read -r source number licence; do
    purl="pkg:deb/debian/$source@$(printf %s "$number" | sed 's/+/%2B/g; s/:/%3A/g')?arch=source"
    printf '%s\n    { "type": "library", "name": "%s", "version": "%s", "purl": "%s", "licenses": [{ "expression": "%s" }] }' "$separator" "$source" "$number" "$purl" "$licence"
    separator=,
  done
  printf '\n  ]\n}\n'
}

case $1 in
--sbom) sbom "$2" "$3"; exit ;;
--expression) expression "$2"; exit ;;
--texts) texts "$2"; exit ;;
esac
cat <<END
Licences of tbk $version as one file, and of the library in its wheel

tbk itself has the licence MIT. Parts of these static libraries are linked in. Each row has the library, Debian's source package
that it comes from, its version there, the licence, and under which name its text stands below. The C library is not
linked in, but for what starts a program, which has an exception for that.

END
with_licences "$1/parts.tsv" | while IFS="$tab" read -r archive package source number licence; do
  printf '%-18s %-28s %-22s %-58s %s\n' "$archive" "$source" "$number" "$licence" "$package"
done
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
texts "$1/parts.tsv"
