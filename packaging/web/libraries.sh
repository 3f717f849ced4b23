#!/bin/sh
# libraries.sh FOLDER - GLib, PCRE2, GMP and zlib for WebAssembly, from the system's own source packages, into FOLDER: include/, lib/,
# pkgconfig/, and the file `sources` with the version of each. Debian and what is made from it; the system's list of
# packages is not changed. GLib, GMP and PCRE2 are not configured, since trying an answer with emscripten takes seconds: config.h and
# gmp-config.h have all answers. They are built file by file.
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
names='glib2.0 pcre2 gmp zlib'
if [ ! -e packages/complete ]; then
  echo "web: downloading the sources of GLib, PCRE2, GMP and zlib"
  get update
  # A mirror may lack the newest; then it is that of the release.
  suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  for name in $names; do
    (CDPATH='' cd -- packages && { get source --download-only $name || get source --download-only "$name/$suite"; })
  done
  touch packages/complete
fi
: >sources
for name in $names; do
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
  object=objects/$(basename "$(dirname "$file")")-$(basename "$file" .c).o
  for cause in "$file" "$here/libraries.sh" "$here/config.h" "$here/gmp-config.h" "$here/glibconfig.sed"; do
    if [ ! "$object" -nt "$cause" ]; then
      $compiler $flags -O2 -w "$@" -c "$file" -o objects/unfinished.o
      mv objects/unfinished.o "$object"
      break
    fi
  done
}
# archive LIBRARY OBJECT...
archive() {
  library=lib/$1
  shift
  rm -f "$library"
  emar rcs "$library" "$@"
}

echo "web: compiling zlib"
for name in adler32 compress crc32 deflate inffast inflate inftrees trees zutil; do
  compile zlib/$name.c
done
archive libz.a objects/zlib-*.o
cp zlib/zlib.h zlib/zconf.h include

echo "web: compiling PCRE2"
cp pcre2/src/pcre2.h.generic pcre2/src/pcre2.h
cp pcre2/src/config.h.generic pcre2/src/config.h
cp pcre2/src/pcre2_chartables.c.dist pcre2/src/pcre2_chartables.c
for name in auto_possess chartables compile config context convert dfa_match error extuni find_bracket jit_compile maketables match match_data newline \
  ord2utf pattern_info script_run serialize string_utils study substitute substring tables ucd valid_utf xclass; do
  compile pcre2/src/pcre2_$name.c -DHAVE_CONFIG_H -DPCRE2_STATIC -DPCRE2_CODE_UNIT_WIDTH=8 -DSUPPORT_UNICODE -Ipcre2/src
done
archive libpcre2-8.a objects/src-pcre2_*.o
cp pcre2/src/pcre2.h include

version=$(sed -n 's/^glib2.0 \([0-9.]*\).*/\1/p' sources)
major=${version%%.*} minor=${version#*.}
sed -f "$here/glibconfig.sed" -e "s/@GLIB_MAJOR_VERSION@/$major/; s/@GLIB_MINOR_VERSION@/${minor%%.*}/; s/@GLIB_MICRO_VERSION@/${minor#*.}/" \
  glib2.0/glib/glibconfig.h.in >include/glibconfig.h
cp "$here/config.h" include
# What tbk calls, and what that wants.
files='garcbox garray gasyncqueue gatomic gbacktrace gbase64 gbitlock gbytes gcharset gchecksum gconvert gdataset gdate gdatetime gdir genviron gerror
  gfileutils ghash ghook giochannel giounix glib-init glib-private glib-unix glist gmain gmappedfile gmarkup gmem gmessages
  goption gpattern gpoll gprimes gprintf gqsort gquark gqueue grand grcbox grefcount gregex gshell gslice gslist gspawn gstdio
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
  compile glib2.0/glib/$name.c $calls -DGLIB_COMPILATION -DG_LOG_DOMAIN='"GLib"' -D_GNU_SOURCE -DPCRE2_STATIC -Iinclude -Iglib2.0 -Iglib2.0/glib
done
compile "$here/calls.c" -Iinclude -Iglib2.0 -Iglib2.0/glib
compile glib2.0/glib/libcharset/localcharset.c -DGLIB_CHARSETALIAS_DIR='"/usr/lib"' -Iinclude
archive libglib-2.0.a objects/glib-*.o objects/web-calls.o objects/libcharset-localcharset.o

echo "web: compiling GMP"
cp "$here/gmp-config.h" gmp/config.h
cp gmp/mpn/generic/gmp-mparam.h gmp
sed -e 's/@HAVE_HOST_CPU_FAMILY_[a-z]*@/0/; s/@GMP_LIMB_BITS@/32/; s/@GMP_NAIL_BITS@/0/; s/@DEFN_LONG_LONG_LIMB@//' \
  -e 's/@LIBGMP_DLL@/0/; s/@CC@/clang/; s/@CFLAGS@/-O3/' gmp/gmp-h.in >gmp/gmp.h
# table PROGRAM FILE [ARGUMENT...]: a table that a program of GMP writes for limbs of 32 bits.
table() {
  program=gmp/gen-$1
  [ "$program" -nt "$program.c" ] || ${CC_FOR_BUILD:-cc} -w -Igmp "$program.c" -o "$program" -lm
  file=gmp/$2
  shift 2
  "$program" "$@" >"$file"
}
table fac fac_table.h 32 0
table fib fib_table.h header 32 0
table bases mp_bases.h header 32 0
table bases mpn/mp_bases.c table 32 0
table trialdivtab trialdivtab.h 32 8000
table jacobitab mpn/jacobitab.h
table psqr mpn/perfsqr.h 32 0
# What tbk calls, and what that wants.
integers='add add_ui aorsmul aorsmul_i bin_ui bin_uiui cfdiv_r_2exp clear clears cmp cmp_ui divegcd divexact dive_ui gcd get_d_2exp get_str import init inits
  iset iset_ui mul mul_2exp mul_ui n_pow_ui neg oddfac_1 prodlimbs realloc set set_d set_ui sizeinbase sub sub_ui tdiv_q_2exp ui_pow_ui'
rationals='aors canonicalize clear clears cmp div get_d init inits mul set set_ui swap'
limbs='add add_n addmul_1 bdiv_dbm1c bdiv_q bdiv_q_1 binvert com comb_tables compute_powtab dcpi1_bdiv_q dcpi1_bdiv_qr dcpi1_div_q
  dcpi1_div_qr dcpi1_divappr_q div_q dive_1 divexact divrem_1 divrem_2 gcd gcd_1 gcd_11 gcd_22 gcd_subdiv_step get_d
  get_str hgcd hgcd2 hgcd_appr hgcd_matrix hgcd_reduce hgcd_step invertappr lshift lshiftc matrix22_mul
  matrix22_mul1_inverse_vector mod_1 mode1o mu_bdiv_q mu_div_q mu_div_qr mu_divappr_q mul mul_1 mul_basecase mul_fft
  mul_n mullo_basecase mullo_n mulmod_bnm1 nussbaumer_mul pre_divrem_1 rshift sbpi1_bdiv_q sbpi1_bdiv_qr sbpi1_div_q
  sbpi1_div_qr sbpi1_divappr_q sqr sqr_basecase sqrmod_bnm1 sub sub_1 sub_n submul_1 tdiv_qr'
for file in $(printf 'gmp/mpz/%s.c ' $integers) $(printf 'gmp/mpq/%s.c ' $rationals) $(printf 'gmp/mpn/generic/%s.c ' $limbs) \
  gmp/mpn/generic/toom*.c gmp/mpn/mp_bases.c \
  gmp/assert.c gmp/errno.c gmp/extract-dbl.c gmp/invalid.c gmp/memory.c gmp/mp_clz_tab.c gmp/mp_get_fns.c gmp/mp_minv_tab.c gmp/mp_set_fns.c gmp/primesieve.c gmp/tal-reent.c; do
  compile "$file" -O3 -D__GMP_WITHIN_GMP -Igmp -Igmp/mpn
done
compile gmp/mpn/generic/popham.c -O3 -D__GMP_WITHIN_GMP -DOPERATION_popcount -Igmp -Igmp/mpn
archive libgmp.a objects/mpz-*.o objects/mpq-*.o objects/generic-*.o objects/mpn-mp_bases.o objects/gmp-*.o
cp gmp/gmp.h include

for name in glib-2.0 gmp zlib; do
  case $name in zlib) library=z ;; *) library=$name ;; esac
  printf 'Name: %s\nDescription: %s\nVersion: 0\nCflags: -I%s/include -I%s/glib2.0 -I%s/glib2.0/glib\nLibs: -L%s/lib -l%s\n' \
    $name $name "$folder" "$folder" "$folder" "$folder" $library >pkgconfig/$name.pc
done
