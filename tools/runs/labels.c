/* labels.c - what plots call files, and the files of one label together. */
#include "labels.h"

#include "options/tool.h"
#include "tbk/files.h"

const GOptionEntry label_entries[] = {
  { "label", 0, 0, G_OPTION_ARG_STRING_ARRAY, OPTIONS_AT (LabelsGiven, labels),
    "Name of a file in the plot; to be given once for each file, in order. Files of one name are "
    "drawn as one",
    "NAME" },
  G_OPTION_ENTRY_NULL,
};

gboolean
labels_check (const LabelsGiven *given, char **paths, GError **error)
{
  if (given->labels == NULL || g_strv_length (given->labels) == g_strv_length (paths))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--label: found %u label%s for %u file%s, expected one for each",
               g_strv_length (given->labels), g_strv_length (given->labels) == 1 ? "" : "s",
               g_strv_length (paths), g_strv_length (paths) == 1 ? "" : "s");
  return FALSE;
}

/* The label of a file. */
static Label *
find_label (GArray *labels, const LabelsGiven *given, const TbkTallies *tallies, int file,
            const TbkTallyLayout *layout)
{
  g_autofree char *short_name = tbk_file_short_name (tbk_tallies_name (tallies, file));
  const char *name = given->labels != NULL ? given->labels[file] : short_name;
  Label label;

  for (guint l = 0; l < labels->len; l++)
    if (g_str_equal (g_array_index (labels, Label, l).name, name))
      return &g_array_index (labels, Label, l);
  label = (Label){ g_strdup (name), tbk_tally_new (layout) };
  g_array_append_val (labels, label);
  return &g_array_index (labels, Label, labels->len - 1);
}

static void
label_clear (gpointer label)
{
  g_free (((Label *) label)->name);
  tbk_tally_free (((Label *) label)->tally);
}

GArray *
labels_group (const LabelsGiven *given, const TbkTallies *tallies, const TbkTallyLayout *layout)
{
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (Label));

  g_array_set_clear_func (labels, label_clear);
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL)
      tbk_tally_merge_copy (find_label (labels, given, tallies, f, layout)->tally,
                            tbk_tallies_get (tallies, f));
  return labels;
}
