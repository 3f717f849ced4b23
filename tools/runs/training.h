/* training.h - the options and the table of training, whatever is learned from. */
#ifndef TRAINING_H
#define TRAINING_H

#include "corpus.h"
#include "tbk/parser.h"
#include "tbk/table.h"

typedef struct {
  char *output, *dev, *oracle, *explore, *oracle_epochs, *epochs, *seed;
} TrainingGiven;

/* --output, the file for the model; and --dev, --oracle, --explore, --oracle-epochs, --epochs and --seed. */
extern const GOptionEntry training_output_entries[], training_entries[];

/* Checks --output. */
gboolean training_check_output (const TrainingGiven *given, GError **error);

/* Sets what is given, and leaves alone what is not. A policy of exploration is for the dynamic oracle. */
typedef enum { TRAINING_DYNAMIC, TRAINING_STATIC, TRAINING_PRINTED } TrainingOracle;
gboolean training_get_oracle (const TrainingGiven *given, gboolean is_of_phrases, TrainingOracle *oracle,
                              GError **error);
gboolean training_get_exploration (const TrainingGiven *given, gboolean is_static, TbkExplore *explore,
                                   GError **error);
gboolean training_get_numbers (const TrainingGiven *given, int *oracle_epochs, int *epochs, guint64 *seed,
                               GError **error);

/* Finds the files of @corpus, and checks all that are read and written; and reads the IDs of sentences that are asked for. */
gboolean training_find_files (const TrainingGiven *given, Corpus *corpus, GError **error);

/* A training under way: the file of the model, and a table with a row for each epoch. */
typedef struct {
  TbkOutput *model, *output;
  TbkTable *table;
  gint64 start;
  gint64 max_words; /* what is larger is left out; 0: nothing */
} Training;

/* Opens the file of the model first, so that what cannot be written is known before the training. */
gboolean training_begin (Training *training, const TrainingGiven *given, const Corpus *corpus,
                         const char *const *columns, GError **error);

/* A row for an epoch is begun, with the share of wrong predictions, and ended. */
void training_begin_row (Training *training, int epoch, gint64 wrong, gint64 steps);
gboolean training_end_row (Training *training, GError **error);

/* Tells that the model was not written, where one file of several is wrong. */
void training_tell_withheld (const TrainingGiven *given, const Corpus *corpus, GError **error);

/* Gives all files their names. */
gboolean training_commit (Training *training, GError **error);
void training_clear (Training *training);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Training, training_clear)

#endif
