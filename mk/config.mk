# config.mk - packages, flags and files: what is compiled, and how.
SHELL    = /bin/sh
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
PLAIN   ?= 0
# Whether there are networks: OpenBLAS is loaded where they need it, not linked.
BLAS    ?= $(if $(filter 1,$(PLAIN)),0,$(shell pkg-config --exists openblas && echo 1 || echo 0))
BASH_COMPLETION = $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETION  = $(PREFIX)/share/zsh/site-functions
BUILD   ?= build$(if $(SAN),/san)$(if $(TSAN),/tsan)$(if $(COVERAGE),/coverage)
# What a program over the library includes, and what else the library is made of.
PACKAGES         = glib-2.0 gmp
PRIVATE_PACKAGES = zlib
# What is optional is loaded when it is needed, and not linked. STATIC=1 links all, from static libraries.
COMPRESSED      := libisal libdeflate liblzma libzstd bzip2
# What tbk can do without: ISA-L inflates and libdeflate deflates faster than zlib; the others are for other compressed
# forms. Of them only bzip2 has no file for pkg-config.
has_archive = $(findstring /,$(shell $(CC) $(LDFLAGS) -print-file-name=$(patsubst bzip2,libbz2,$(1)).a))
ifeq ($(PLAIN),1)
OPTIONAL        :=
else ifneq ($(STATIC),)
OPTIONAL        := $(foreach package,$(COMPRESSED),$(if $(call has_archive,$(package)),$(package)))
else
OPTIONAL        := $(foreach package,$(filter lib%,$(COMPRESSED)),$(shell pkg-config --exists $(package) && echo $(package))) \
                   $(shell $(CC) $(CPPFLAGS) -E -include bzlib.h -x c /dev/null >/dev/null 2>&1 && echo bzip2)
endif
has_option       = $(filter $(lastword $(subst :, ,$(1))),$(OPTIONAL))
WITH             = $(foreach name,ISAL:libisal LIBDEFLATE:libdeflate XZ:liblzma ZSTD:libzstd BZIP2:bzip2, \
                     $(if $(call has_option,$(name)),-DTBK_WITH_$(firstword $(subst :, ,$(name)))))
# What GLib has called deprecated since the oldest version without additions of our own is no matter for a warning.
OLDER_GLIB      := $(shell pkg-config --exists 'glib-2.0 >= 2.68' && echo -DGLIB_VERSION_MIN_REQUIRED=GLIB_VERSION_2_68 \
                     || echo -D_GNU_SOURCE= -include src/base/older_glib.h)
PRIVATE_LIBS     = -lm -ldl -pthread
# What the tests of the library need besides, and Criterion.
TEST_PACKAGES    = json-glib-1.0 $(filter $(COMPRESSED:bzip2=),$(OPTIONAL))
VERSION := $(shell sed -n 's/^\#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)

# What programs over the shared library need may change with every minor version before 1.0, then with every major one.
MAJOR   := $(word 1,$(subst ., ,$(VERSION)))
SONAME  := libtbk.so.$(MAJOR)$(if $(filter 0,$(MAJOR)),.$(word 2,$(subst ., ,$(VERSION))))
SHARED   = $(BUILD)/libtbk.so.$(VERSION)

ifeq ($(origin CXX),default)
CXX      = $(if $(findstring clang,$(CC)),clang++,g++)
endif
OBJCOPY ?= objcopy
CFLAGS  ?= -O3 -g
comma    = ,
WARNINGS = -Wall -Wextra -Wno-missing-field-initializers $(if $(filter 1,$(WERROR)),-Werror) -Wshadow -Wstrict-prototypes \
           -Wmissing-prototypes -Wpointer-arith -Wvla -Wundef
UNDEFINED = -fsanitize=address$(comma)undefined$(if $(FUZZING),$(comma)fuzzer-no-link) -fno-sanitize-recover=all
SANITIZE  = $(strip $(if $(TSAN),-fsanitize=thread) $(if $(SAN),$(UNDEFINED)) \
              $(if $(SAN)$(TSAN),-fno-omit-frame-pointer -DTBK_SANITIZED))
MEASURE  = $(if $(COVERAGE),--coverage -fprofile-update=atomic)

# What hardens programs and costs nothing that can be measured, where the compiler knows it. docs/design/speed.md has the figures.
knows     = $(shell $(CC) $(CPPFLAGS) -O2 -Werror -Wsystem-headers $(1) -S -include string.h -x c -o /dev/null /dev/null \
              2>/dev/null && echo '$(1)')
FORTIFY  := $(or $(call knows,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
fortifies = $(and $(filter-out -O0,$(filter -O%,$(CFLAGS))),$(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,yes))
HARDENING :=
ifeq ($(SAN)$(TSAN)$(COVERAGE),)
HARDENING := -fPIE $(foreach flag,-fstack-protector-strong -fstack-clash-protection,$(call knows,$(flag))) \
             $(if $(fortifies),$(FORTIFY))
endif

# What the linker knows, asked together and, where it is not GNU's, one by one.
links     = $(shell made=$$(mktemp) && echo 'int main (void) { return 0; }' \
              | $(CC) $(LDFLAGS) -fPIC $(1) -x c -o "$$made" - >/dev/null 2>&1 && echo '$(1)'; rm -f "$$made")
named     = -shared -Wl,-soname,$(1)
LINKED   := -Wl,-Bsymbolic-functions -Wl,--as-needed $(if $(SAN),,-Wl$(comma)-z$(comma)defs)
RELRO    := $(if $(HARDENING),-Wl$(comma)-z$(comma)relro -Wl$(comma)-z$(comma)now)
ifeq ($(call links,$(call named,try) $(LINKED) $(RELRO)),)
named    := $(firstword $(foreach option,-soname -install_name,\
              $(call links,-shared -Wl$(comma)$(option)$(comma)$(SONAME))) -shared)
LINKED   := $(foreach option,$(LINKED),$(call links,-shared $(option)))
RELRO    := $(call links,$(RELRO))
endif
# Whether the objects of an archive can be made one, whose hidden names are local.
localizes = $(shell made=$$(mktemp -d) && echo 'int try;' | $(CC) -x c -c -o $$made/try.o - && \
              $(CC) -r -nostdlib -o $$made/one.o $$made/try.o 2>/dev/null && \
              $(OBJCOPY) --localize-hidden $$made/one.o 2>/dev/null && echo yes; rm -rf "$$made")
# Asked once: each question is a process.
packages  = $(shell pkg-config $(1) $(PACKAGES) $(PRIVATE_PACKAGES) $(2))
PACKAGE_CFLAGS := $(call packages,--cflags,$(if $(STATIC),,$(filter-out bzip2,$(OPTIONAL))))
BLAS_CFLAGS    := $(if $(filter 1,$(BLAS)),-DTBK_WITH_BLAS $(shell pkg-config --cflags openblas))
ALL_CFLAGS = -std=gnu11 -fno-math-errno -ffp-contract=off -fno-trapping-math $(WARNINGS) $(HARDENING) $(CPPFLAGS) \
             -D_FILE_OFFSET_BITS=64 -Iinclude -Isrc -Itools -I$(BUILD)/src -Itests -MMD -MP $(CFLAGS) $(SANITIZE) $(MEASURE) \
             $(WITH) $(BLAS_CFLAGS) $(if $(filter 1,$(PLAIN)),-DTBK_PLAIN) $(PACKAGE_CFLAGS) $(if $(STATIC),-DTBK_LINKED) \
             $(OLDER_GLIB)
ALL_LIBS   = $(SANITIZE) $(MEASURE) $(RELRO) $(LDFLAGS) $(FIRST_LIBS) $(if $(STATIC),$(STATIC_LIBS),$(call packages,--libs)) \
             $(PRIVATE_LIBS)
# Their functions are not exported. The C library stays outside. The map tells what was taken from which archive.
STATIC_LIBS = -static-libgcc -Wl,--exclude-libs,ALL -Wl,-Map,$@.map -Wl,-Bstatic $(OPTIONAL_LIBS) \
              $(filter-out $(PRIVATE_LIBS) -lpthread,$(call packages,--static --libs)) -Wl,-Bdynamic
OPTIONAL_LIBS = $(patsubst bzip2,-lbz2,$(patsubst lib%,-l%,$(OPTIONAL)))

# One set of objects serves programs and both libraries. What a public header does not declare is hidden; calls of what it
# declares are bound within the library.
LIBRARY_CFLAGS = -fPIC -fvisibility=hidden -fno-semantic-interposition
SHARED_LDFLAGS = $(call named,$(SONAME)) $(LINKED)

RUN_PYTHON = PYTHON='$(PYTHON)' SAN='$(SAN)' CC='$(CC)' tests/python.sh $(BUILD)
QUIET    = $(if $(V),,@echo "  $(1)  $@" &&)
objects  = $(patsubst %.c,$(BUILD)/%.o,$(1))
LIBRARY := $(call objects,$(wildcard src/*/*.c))
PROGRAM := $(call objects,$(wildcard tools/*.c tools/*/*.c))
SUITES  ?= tests/unit/*.c tests/unit/*/*.c tests/brute/*.c tests/corpora/*.c
TESTS   := $(call objects,tests/main.c $(wildcard $(SUITES)))
HEADERS := $(wildcard include/tbk/*.h)
DOUBLE  := $(wildcard src/learn/*.c src/parser/*.c tests/gradients/*.c)
DOUBLE  := $(patsubst %.c,$(BUILD)/double/%.o,tests/main.c $(DOUBLE))
FUZZED  := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FIGURES := $(call objects,$(wildcard tests/figures/*.c))
EXIT    := $(if $(COVERAGE),$(call objects,tests/coverage/exit.c))
BENCH   := $(call objects,$(wildcard tests/bench/*.c))
