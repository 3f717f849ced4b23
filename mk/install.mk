# install.mk - installation, manual pages, the site.
install: $(BUILD)/tbk library man completion ## install under PREFIX, libraries in LIBDIR (all below DESTDIR)
	install -d $(addprefix $(DESTDIR),$(PREFIX)/bin $(PREFIX)/include/tbk $(addprefix $(PREFIX)/share/man/,man1 man5) \
	  $(LIBDIR)/pkgconfig $(BASH_COMPLETION) $(ZSH_COMPLETION))
	install $(BUILD)/tbk $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(BUILD)/libtbk.a $(SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libtbk.so
	install -m 644 $(HEADERS) $(DESTDIR)$(PREFIX)/include/tbk
	find $(BUILD)/man -name '*.1' -exec install -m 644 {} $(DESTDIR)$(PREFIX)/share/man/man1 ';'
	find $(BUILD)/man -name '*.5' -exec install -m 644 {} $(DESTDIR)$(PREFIX)/share/man/man5 ';'
	install -m 644 $(BUILD)/completion/tbk $(DESTDIR)$(BASH_COMPLETION)
	install -m 644 $(BUILD)/completion/_tbk $(DESTDIR)$(ZSH_COMPLETION)
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|; s|@VERSION@|$(VERSION)|' \
	  -e 's|@PACKAGES@|$(PACKAGES)|; s|@PRIVATE_PACKAGES@|$(strip $(PRIVATE_PACKAGES))|;' \
	  -e 's|@PRIVATE_LIBS@|$(strip $(PRIVATE_LIBS))|' \
	  tbk.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/tbk.pc
	[ -n '$(DESTDIR)' ] || [ "$$(id -u)" != 0 ] || ! command -v ldconfig >/dev/null || ldconfig

uninstall: ## remove what install put there, and folders that are tbk's alone
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/tbk $(HEADERS) \
	  share/man/man1/tbk.1 share/man/man1/tbk-*.1 share/man/man5/tbk-formats.5)
	rm -f $(DESTDIR)$(BASH_COMPLETION)/tbk $(DESTDIR)$(ZSH_COMPLETION)/_tbk
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,libtbk.a $(notdir $(SHARED)) $(SONAME) libtbk.so pkgconfig/tbk.pc)
	[ ! -d $(DESTDIR)$(PREFIX)/include/tbk ] || rmdir $(DESTDIR)$(PREFIX)/include/tbk 2>/dev/null || true
	[ -n '$(DESTDIR)' ] || [ "$$(id -u)" != 0 ] || ! command -v ldconfig >/dev/null || ldconfig

man: $(BUILD)/tbk ## manual pages from --help and of formats, in build/man
	packaging/man.sh $(BUILD)/tbk $(BUILD)/man

docs: man ## the documentation as pages of a site, in build/site, by pandoc
	@command -v pandoc >/dev/null || { echo "docs: pandoc is needed to make the pages, and is not installed"; exit 3; }
	@packaging/site/site.py $(BUILD)/man $(BUILD)/site $(BUILD)/tbk

completion: $(BUILD)/tbk ## completion for bash and zsh, in build/completion
	packaging/completion.sh $(BUILD)/tbk $(BUILD)/completion
