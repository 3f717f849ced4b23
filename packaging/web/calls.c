/* calls.c - functions of GLib that are written anew for WebAssembly. It traps where a function is called by another type than its
 * own, which some of GLib's do by a cast; those below call what they are given by its type. Messages are not translated.
 */
#include "config.h"

#include <glib.h>

#include "glibintl.h" /* which needs glib.h before it */

static gint
compare_by (gconstpointer a, gconstpointer b, gpointer compare)
{
  return (*(GCompareFunc *) compare) (a, b);
}

void
g_array_sort (GArray *array, GCompareFunc compare)
{
  g_array_sort_with_data (array, compare_by, &compare);
}

void
g_ptr_array_sort (GPtrArray *array, GCompareFunc compare)
{
  g_ptr_array_sort_with_data (array, compare_by, &compare);
}

void
g_list_free_full (GList *list, GDestroyNotify free_one)
{
  for (GList *node = list; node; node = node->next)
    free_one (node->data);
  g_list_free (list);
}

void
g_slist_free_full (GSList *list, GDestroyNotify free_one)
{
  for (GSList *node = list; node; node = node->next)
    free_one (node->data);
  g_slist_free (list);
}

void
g_queue_free_full (GQueue *queue, GDestroyNotify free_one)
{
  for (GList *node = queue->head; node; node = node->next)
    free_one (node->data);
  g_queue_free (queue);
}

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
