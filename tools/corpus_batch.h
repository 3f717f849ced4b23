/* corpus_batch.h - a run over files, the file in hand, and what a thread does with a batch of it. */
#ifndef CORPUS_BATCH_H
#define CORPUS_BATCH_H

#include "corpus.h"
#include "progress.h"

/* The whole run. */
typedef struct {
  const CorpusOptions *options;
  const CorpusJob *job;
  gpointer command;
  TbkOutput *output; /* for all files, or NULL */
  char *columns;     /* of the files that went there */
  gpointer *slots;
  int n_slots;
  Progress *progress;
  int n_failed;
} Run;

/* Comments of sentences left out that concern the next sentence written. */
typedef struct {
  GString *bytes;
  gint64 line;       /* of the sentence that the first of them is from */
  gint64 n_lost;     /* those that could not be kept */
  gint64 first_lost; /* the line of the first of these */
} Marks;

/* A thread's batch, with what became of it. */
typedef struct {
  TbkConlluBatch *batch;
  TbkText *text;
  gpointer worker;
  gint64 position;    /* in the input, after the batch */
  gint64 n_problems;  /* sentences skipped or passed */
  GError *problem;    /* the first of them, or what ends the run */
  gboolean is_ending; /* the latter, or nothing more can be written */
  Marks marks;
  int n_open_lines; /* line ends that the last sentence written lacks; -1 if none was written */
} Slot;

/* One file. */
typedef struct {
  Run *run;
  TbkConlluReader *reader;
  TbkOutput *output; /* or NULL */
  TbkNotes *notes;
  gint64 n_problems;
  GError *first_problem;
  Marks marks;
  int n_open_lines;
  gboolean has_output_failed;
} File;

Slot *slot_new (const Run *run);
void slot_free (const Run *run, Slot *slot);

/* Reads, works and writes: the context is a File, the slots are Slots. */
extern const TbkPipeline corpus_pipeline;

#endif
