# What GLib's glibconfig.h.in leaves open, for WebAssembly of 32 bits.
s!^#mesondefine \(GLIB_HAVE_ALLOCA_H\|GLIB_USING_SYSTEM_PRINTF\|GLIB_STATIC_COMPILATION\|G_HAVE_GNUC_VISIBILITY\)$!#define \1 1!
s!^#mesondefine G_HAVE_GROWING_STACK$!#define G_HAVE_GROWING_STACK 0!
s!^#mesondefine .*!!
s!@gint16@!short!
s!@gint32@!int!
s!@gint64@!long long!
s!@gu\?int64_constant@!(val##LL)!
/G_GUINT64_CONSTANT/s|LL|ULL|
s!@gint16_modifier@!"h"!
s!@gint32_modifier@!""!
s!@gint64_modifier@!"ll"!
s!@\(gsize\|gssize\)_modifier@!"l"!
s!@gintptr_modifier@!"l"!
s!@gint16_format@!"hi"!
s!@guint16_format@!"hu"!
s!@gint32_format@!"i"!
s!@guint32_format@!"u"!
s!@gint64_format@!"lli"!
s!@guint64_format@!"llu"!
s!@gsize_format@!"lu"!
s!@gssize_format@!"li"!
s!@gintptr_format@!"li"!
s!@guintptr_format@!"lu"!
s!@glib_\(void_p\|long\|size_t\|ssize_t\)@!4!
s!@glib_size_type_define@!long!
s!@glib_msize_type@!LONG!
s!@glib_intptr_type_define@!long!
s!@glib_gpu\?i_cast@!(glong)!
s!@glib_extension@!__extension__ !
s!@glib_os@!#define G_OS_UNIX!
s!@glib_vacopy@!#define G_VA_COPY va_copy!
s!@g_threads_impl_def@!POSIX!
s!@g_bs_native@!LE!
s!@g_bs_alien@!BE!
s!@\(glongbits\|gintbits\|gsizebits\)@!32!g
s!@g_byte_order@!G_LITTLE_ENDIAN!
s!@g_pollfd_format@!"%d"!
s!@g_pollin@!1!
s!@g_pollpri@!2!
s!@g_pollout@!4!
s!@g_pollerr@!8!
s!@g_pollhup@!16!
s!@g_pollnval@!32!
s!@g_module_suffix@!so!
s!@g_pid_type@!int!
s!@g_pid_format@!"i"!
s!@g_af_unix@!1!
s!@g_af_inet@!2!
s!@g_af_inet6@!10!
s!@g_msg_oob@!1!
s!@g_msg_peek@!2!
s!@g_msg_dontroute@!4!
s!@g_dir_separator@!/!
s!@g_searchpath_separator@!:!
