/* vectors.c - head vectors, a line a tree, read as the lines of CoNLL-U that they stand for.
 *
 * The vector "2 0" becomes the words 1 and 2, of which only ID and HEAD say something. An empty line has no tree: it becomes
 * a line that is none of a word, for its message to name the line. */
#include "base/base.h"
#include "conllu/conllu.h"

#include <string.h>

enum { BLOCK = 1 << 16 };

struct Vectors {
  TbkInput *input;
  const char *name;
  gsize max_line, length; /* bytes of a line, and of the one that is read */
  gint64 line;            /* its number */
  int word;               /* the last one that began in it */
  gboolean is_in_number;
  GString *made; /* what bytes were read for, `taken` bytes of which were handed out */
  gsize taken;
  char block[BLOCK];
};

Vectors *
vectors_new (TbkInput *input, const char *name, gsize max_line)
{
  Vectors *vectors = g_new0 (Vectors, 1);

  vectors->input = input;
  vectors->name = name;
  vectors->max_line = max_line;
  vectors->line = 1;
  vectors->made = g_string_new (NULL);
  return vectors;
}

void
vectors_free (Vectors *vectors)
{
  if (vectors == NULL)
    return;
  g_string_free (vectors->made, TRUE);
  g_free (vectors);
}

/* Ends the word whose HEAD was read. */
static void
end_number (Vectors *vectors)
{
  if (vectors->is_in_number)
    g_string_append (vectors->made, "\t_\t_\t_\n");
  vectors->is_in_number = FALSE;
}

static void
end_line (Vectors *vectors)
{
  end_number (vectors);
  g_string_append (vectors->made, vectors->word == 0 ? "_\n\n" : "\n");
  vectors->word = 0;
  vectors->length = 0;
  vectors->line++;
}

/* Takes one byte; FALSE if it makes the line too long. */
static gboolean
take_byte (Vectors *vectors, char byte)
{
  if (byte == '\n') {
    end_line (vectors);
    return TRUE;
  }
  if (byte == ' ' || byte == '\t' || byte == '\r') {
    end_number (vectors);
    return ++vectors->length <= vectors->max_line;
  }
  if (!vectors->is_in_number)
    g_string_append_printf (vectors->made, "%d\t_\t_\t_\t_\t_\t", ++vectors->word);
  vectors->is_in_number = TRUE;
  g_string_append_c (vectors->made, byte);
  return ++vectors->length <= vectors->max_line;
}

static gboolean
take_bytes (Vectors *vectors, const char *bytes, gsize n, gboolean is_last, GError **error)
{
  for (gsize b = 0; b < n; b++)
    if (!take_byte (vectors, bytes[b]))
      return fail_data (error, "%s:%" G_GINT64_FORMAT ": line longer than %" G_GSIZE_FORMAT " bytes",
                        vectors->name, vectors->line, vectors->max_line);
  if (is_last && vectors->length > 0) /* the last line need not be ended */
    end_line (vectors);
  return TRUE;
}

/* Makes lines of a further block; none at the end of the input. */
static gboolean
make_lines (Vectors *vectors, GError **error)
{
  const gssize n = tbk_input_read (vectors->input, vectors->block, BLOCK, error);

  g_string_truncate (vectors->made, 0);
  vectors->taken = 0;
  return n >= 0 && take_bytes (vectors, vectors->block, (gsize) n, n < BLOCK, error);
}

const GString *
vectors_take_text (Vectors *vectors, const char *text, gsize length, GError **error)
{
  return take_bytes (vectors, text, length, TRUE, error) ? vectors->made : NULL;
}

gssize
vectors_read (Vectors *vectors, char *bytes, gsize size, GError **error)
{
  gsize n = 0;

  while (n < size) {
    const gsize length = MIN (vectors->made->len - vectors->taken, size - n);

    memcpy (bytes + n, vectors->made->str + vectors->taken, length);
    vectors->taken += length;
    n += length;
    if (n == size)
      break;
    if (!make_lines (vectors, error))
      return -1;
    if (vectors->made->len == 0)
      break;
  }
  return (gssize) n;
}
