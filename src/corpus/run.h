/* run.h - a run over files, the files under way, and batches of them. */
#ifndef CORPUS_RUN_H
#define CORPUS_RUN_H

#include "corpus/marks.h"
#include "streams/output.h"
#include "tbk/corpus.h"

typedef struct File File;

/* The whole run. */
typedef struct {
  const TbkCorpusOptions *options;
  const TbkJob *job;
  const char *const *paths;
  TbkTallies *tallies; /* or NULL */
  TbkOutput *output;   /* for all files, or NULL */
  char *columns;       /* of the files that are joined, there or by the job */
  MarksHeld held;      /* what went there */
  File **files;        /* those under way; NULL for others */
  gboolean *may_overtake;
  TbkLeftOut left_out;
  GMutex telling; /* held while one of the caller's functions is told; guards the next */
  TbkProgress progress;
} Run;

/* One file. Reading has the first part to itself, writing the other. */
struct File {
  Run *run;
  int number;
  gpointer reader;    /* NULL if it cannot be opened */
  gboolean has_ended; /* it was read to its end */
  gboolean is_unfit;  /* the job has no use for it */
  TbkOutput *output;  /* or NULL */
  gboolean has_output_failed;

  gboolean has_entered; /* it is known to fit to the files before */
  gpointer notes;
  TbkTally *tally; /* or NULL */
  gint64 position; /* in the input, after the last batch written */
  gint64 n_entries, n_problems;
  GError *first_problem;
  Marks marks;
  MarksHeld held;   /* what went to an output of its own */
  int n_open_lines; /* line ends that the last sentence written lacks */
};

/* A batch, with what became of it. */
typedef struct {
  gpointer batch;
  TbkSelector *selector; /* or NULL: all sentences are taken */
  TbkText *text;
  Packed packed;      /* the text for a compressed output, if that is worth it; else its size is 0 */
  TbkTally *tally;    /* or NULL */
  gint64 position;    /* in the input, after the batch */
  gint64 n_entries;   /* sentences that were looked at */
  gint64 n_problems;  /* those skipped or passed */
  GError *problem;    /* the first of them, or what ends the run */
  gboolean is_ending; /* the latter, or nothing more can be written */
  MarkLog marks;
  int n_open_lines; /* line ends that the last sentence written lacks; -1 if none was written */
} Slot;

Slot *slot_new (const Run *run);
void slot_free (const Run *run, Slot *slot);

/* The functions of the pipeline: the context is a Run, the slots are Slots, the workers those of the job. */
TbkReadStatus batch_read (gpointer run, int sequence, gpointer slot, GError **error);
gboolean batch_finish (gpointer run, int sequence, gpointer slot, GError **error);
void batch_work (gpointer run, int sequence, gpointer slot, gpointer worker, TbkTurn *turn);
gboolean batch_write (gpointer run, int sequence, gpointer slot, GError **error);
gboolean batch_write_part (gpointer run, int sequence, gpointer slot, GError **error);
gboolean file_end (gpointer run, int sequence, GError *fault, GError **error);

/* Opens a file and its own output, if it is to have one. */
gboolean file_open (Run *run, int number, GError **error);
void file_free (File *file);

/* Checks, when its turn has come, that a file fits to those before it. */
gboolean file_enter (File *file, GError **error);

/* Tells how far the run is: at @position of the file, or at its end. */
void file_tell_progress (File *file, gint64 position, gboolean is_end);

/* The path of what file @number of @paths becomes in the folder for outputs. */
char *file_own_output_path (const TbkCorpusOptions *options, const char *const *paths, int number);

#endif
