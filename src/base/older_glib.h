/* older_glib.h - what tbk uses of GLib 2.68, for older ones. The Makefile includes it there into
 * every file. */
#ifndef BASE_OLDER_GLIB_H
#define BASE_OLDER_GLIB_H

#include <glib.h>
#include <string.h>
#include <unistd.h>

#if !GLIB_CHECK_VERSION(2, 68, 0)
/* An array that ends with NULL, whose strings are copies. */
typedef struct {
  GPtrArray *strings;
} GStrvBuilder;

static inline GStrvBuilder *
g_strv_builder_new (void)
{
  GStrvBuilder *builder = g_new (GStrvBuilder, 1);

  builder->strings = g_ptr_array_new_with_free_func (g_free);
  return builder;
}

static inline void
g_strv_builder_unref (GStrvBuilder *builder)
{
  g_ptr_array_unref (builder->strings);
  g_free (builder);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GStrvBuilder, g_strv_builder_unref)

static inline void
g_strv_builder_add (GStrvBuilder *builder, const char *string)
{
  g_ptr_array_add (builder->strings, g_strdup (string));
}

static inline void
g_strv_builder_addv (GStrvBuilder *builder, const char **strings)
{
  for (; *strings != NULL; strings++)
    g_strv_builder_add (builder, *strings);
}

#define g_strv_builder_add_many(builder, ...) g_strv_builder_addv (builder, (const char *[]){ __VA_ARGS__ })

static inline GStrv
g_strv_builder_end (GStrvBuilder *builder)
{
  GStrv strings;

  g_ptr_array_add (builder->strings, NULL);
  strings = (GStrv) g_ptr_array_free (builder->strings, FALSE);
  builder->strings = g_ptr_array_new_with_free_func (g_free);
  return strings;
}

static inline gpointer
g_memdup2 (gconstpointer memory, gsize size)
{
  return memory == NULL || size == 0 ? NULL : memcpy (g_malloc (size), memory, size);
}

/* Replaces @find, which is not empty, everywhere: tbk asks for nothing else. */
static inline guint
g_string_replace (GString *string, const char *find, const char *replacement, guint limit)
{
  g_auto (GStrv) pieces = g_strsplit (string->str, find, -1);
  g_autofree char *joined = g_strjoinv (replacement, pieces);

  g_assert (limit == 0 && find[0] != '\0');
  g_string_assign (string, joined);
  return g_strv_length (pieces) > 0 ? g_strv_length (pieces) - 1 : 0;
}

/* Runs in the child, whose input and messages these descriptors are. */
static inline void
older_use_descriptors (gpointer descriptors)
{
  dup2 (((const int *) descriptors)[0], STDIN_FILENO);
  dup2 (((const int *) descriptors)[1], STDERR_FILENO);
}

/* With files for input and messages and a pipe for the output: tbk asks for nothing else. */
#define g_spawn_async_with_pipes_and_fds(folder, arguments, environment, flags, setup, data, input, output,  \
                                         messages, sources, targets, n, child, input_pipe, output_pipe,      \
                                         message_pipe, error)                                                \
  g_spawn_async_with_pipes (folder, (char **) (arguments), environment, flags, older_use_descriptors,        \
                            (int[]){ input, messages }, child, NULL, output_pipe, NULL, error)
#endif

#endif
