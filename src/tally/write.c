/* write.c - tallies as JSON lines. */
#include "base/json.h"
#include "tally/lines.h"
#include "tally/tallies.h"
#include "tbk/version.h"

#include <string.h>

static void
append_string (GString *line, const char *string)
{
  json_append_string (line, string, strlen (string));
}

static void
append_value (GString *line, gint64 value)
{
  const gboolean is_large = value > TALLIES_MAX_INTEGER;

  g_string_append (line, is_large ? "\"" : "");
  json_append_integer (line, value);
  g_string_append (line, is_large ? "\"" : "");
}

/* Ends the line, writes it and begins anew. One that could not be read again is refused. */
static gboolean
write_line (GString *line, TbkOutput *output, GError **error)
{
  if (line->len > LINES_MAX_LENGTH) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "found a tally with %" G_GSIZE_FORMAT
                 " bytes of paths and options, expected at most %" G_GSIZE_FORMAT,
                 line->len, LINES_MAX_LENGTH);
    return FALSE;
  }
  g_string_append_c (line, '\n');
  if (!tbk_output_write (output, line->str, line->len, error))
    return FALSE;
  g_string_truncate (line, 0);
  return TRUE;
}

static gboolean
write_head (const TbkTallies *tallies, GString *line, TbkOutput *output, GError **error)
{
  g_string_append_printf (line, "{\"tally\":%d,\"tbk\":\"" TBK_VERSION "\",\"kind\":", TALLIES_FORM);
  append_string (line, tallies->layout->kind);
  g_string_append (line, ",\"options\":{");
  for (guint o = 0; o + 1 < tallies->options->len; o += 2) {
    g_string_append (line, o > 0 ? "," : "");
    append_string (line, tallies->options->pdata[o]);
    g_string_append_c (line, ':');
    append_string (line, tallies->options->pdata[o + 1]);
  }
  g_string_append (line, "},\"files\":[");
  for (guint f = 0; f < tallies->files->len; f++) {
    const TallyFile *file = tallies_file (tallies, f);
    g_string_append (line, f > 0 ? ",[" : "[");
    append_string (line, file->path);
    g_string_append_c (line, ',');
    append_value (line, file->size);
    g_string_append_printf (line, ",\"%s\"]", tallies_state_names[file->state]);
  }
  g_string_append (line, "]}");
  return write_line (line, output, error);
}

static gboolean
write_row (guint file, const TbkTallySection *section, const TbkTallyRow *row, GString *line,
           TbkOutput *output, GError **error)
{
  g_string_append_printf (line, "[%u,\"%s\",[", file, section->name);
  for (int k = 0; k < section->n_keys; k++) {
    g_string_append (line, k > 0 ? "," : "");
    append_string (line, row->key[k]);
  }
  g_string_append (line, "],[");
  for (int c = 0; c < section->n_columns; c++) {
    g_string_append (line, c > 0 ? "," : "");
    append_value (line, row->values[c]);
  }
  g_string_append (line, "]]");
  return write_line (line, output, error);
}

static gboolean
write_section (const TbkTallies *tallies, guint file, int section, GString *line, gint64 *n_written,
               TbkOutput *output, GError **error)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tallies_file (tallies, file)->tally, section, &n_rows);

  for (gsize r = 0; r < n_rows; r++)
    if (!write_row (file, &tallies->layout->sections[section], &rows[r], line, output, error))
      return FALSE;
  *n_written += (gint64) n_rows;
  return TRUE;
}

gboolean
tbk_tallies_write (const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  gint64 n_written = 0;

  if (!write_head (tallies, line, output, error))
    return FALSE;
  for (guint f = 0; f < tallies->files->len; f++)
    for (int s = 0; tallies_file (tallies, f)->tally != NULL && s < tallies->layout->n_sections; s++)
      if (!write_section (tallies, f, s, line, &n_written, output, error))
        return FALSE;
  json_append_integer (line, n_written);
  return write_line (line, output, error);
}
