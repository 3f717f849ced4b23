/* models.h - models trained on a small treebank, saved and compared. */
#ifndef UNIT_MODELS_H
#define UNIT_MODELS_H

#include "tbk/parser.h"
#include "unit/scratch.h"

/* Learns from a small treebank. */
static inline TbkModel *
train_with (const TbkTrainingOptions *options)
{
  static const char *const paths[] = { "data/en.conllu", NULL };
  g_autoptr (GError) error = NULL;
  TbkModel *model = tbk_train (options, paths, NULL, NULL, NULL, &error);

  cr_assert (model != NULL, "%s", error != NULL ? error->message : "no error");
  return model;
}

static inline TbkModel *
train (const char *system, gboolean is_static, int beam)
{
  TbkTrainingOptions options;

  tbk_training_options_init (&options);
  options.system = tbk_system_find (system);
  options.is_static = is_static;
  options.trees = is_static ? TBK_TREES_PROJECTIVIZED : TBK_TREES_ALL;
  options.beam = beam;
  options.epochs = 1;
  return train_with (&options);
}

static inline TbkModel *
train_in_stages (void)
{
  TbkTrainingOptions options;

  tbk_training_options_init (&options);
  options.has_stages = TRUE;
  options.epochs = 1;
  return train_with (&options);
}

static inline char *
save (const TbkModel *model, const char *file)
{
  char *path = in_folder (file);

  cr_assert (tbk_model_save (model, path, NULL));
  return path;
}

static inline void
assert_same_files (const char *path, const char *other)
{
  g_autofree char *first = NULL, *second = NULL;
  gsize first_length, second_length;

  cr_assert (g_file_get_contents (path, &first, &first_length, NULL));
  cr_assert (g_file_get_contents (other, &second, &second_length, NULL));
  cr_assert (first_length == second_length && memcmp (first, second, first_length) == 0);
}

#endif
