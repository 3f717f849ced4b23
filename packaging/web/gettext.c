/* gettext.c - GLib's messages as they are: nothing is translated. In place of GLib's ggettext.c, which wants the C library's. */
#include "config.h"
#include <glib.h>
#include "glibintl.h"

const gchar *
g_dgettext (const gchar *domain, const gchar *text)
{
  return text;
}

const gchar *
g_dngettext (const gchar *domain, const gchar *one, const gchar *more, gulong number)
{
  return number == 1 ? one : more;
}

const gchar *
glib_gettext (const gchar *text)
{
  return text;
}

const gchar *
glib_pgettext (const gchar *text, gsize offset)
{
  return text + offset;
}
