/* parse.h - the state of a sentence's parsing, and the checks that are seldom needed. */
#ifndef CONLLU_PARSE_H
#define CONLLU_PARSE_H

#include "conllu/batch.h"

typedef struct {
  TbkConlluBatch *batch;
  TbkConlluSentence *sentence;
  const char *position; /* of the next line */
  const char *limit;    /* the batch's end */
  gint64 line;          /* the number of the next line */
  gint64 first_line;    /* the first that is not blank */
  gboolean is_begun;    /* a line was not blank */
  gboolean is_done;     /* the blank line is behind us */
  gboolean has_lines;   /* of words, ranges or empty nodes */
  gboolean has_carriage_returns;
  gboolean lacks_words;       /* the problem is one that words to come could mend */
  gboolean is_further_choice; /* it repeats a sentence with another tree */
  int n;
  int n_fields; /* of the lines so far, 0 before the first */
  int n_roots;
  int n_headless;  /* words of which HEAD is `_` */
  int range_start; /* the last multiword range, and its line */
  int range_end;
  gint64 range_line;
  int next_empty; /* the number that an empty node must have here */
} Parse;

/* Makes "FILE:LINE: ..." the sentence's problem if it has none yet. Returns FALSE. */
gboolean parse_fail (Parse *parse, gint64 line, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Makes "no memory for a sentence of so many words", TBK_ERROR_RESOURCE, the problem likewise. */
gboolean parse_fail_memory (Parse *parse);

/* Counts @note; under `strict` it is the sentence's problem, and FALSE is returned. */
gboolean parse_note (Parse *parse, TbkNote note, gint64 line);

/* Where the line ends that is next. */
static inline const char *
parse_line_end (const Parse *parse)
{
  const TbkConlluBatch *batch = parse->batch;
  return batch->bytes + batch->lines.ends[parse->line - batch->first_line];
}

/* Goes to the line after the one that ends at @end. */
static inline void
parse_pass (Parse *parse, const char *end)
{
  parse->position = MIN (end + 1, parse->limit); /* the last newline of a file may be missing */
  parse->line++;
}

/* Parses ordinary word lines from the position on and stops at the first other line. It parses none if the
 * columns are not the ten of CoNLL-U, if the batch has carriage returns, or if lines must be shorter than
 * SCAN_LINE. */
void words_parse (Parse *parse);

/* Whether there may be marks of tbk_conllu_sentence_write() in a batch of these @bytes. */
gboolean words_may_have_marks (const char *bytes, gsize length);

/* Looks for marks of tbk_conllu_sentence_write() among the attributes of a MISC. OrigDeprel= alone is no
 * mark. */
void parse_misc (Parse *parse, const char *start, const char *end);

/* Parses a line whose ID is not that of the next word. @id: the ID, or -1 if it is not a number. */
gboolean check_other_id (Parse *parse, int id);

/* Tells what is wrong with the HEAD of the word just taken. Returns FALSE. */
gboolean check_bad_head (Parse *parse, int head);

/* Takes a word whose HEAD is not a number: FALSE unless it is `_`, or missing. */
gboolean check_headless (Parse *parse);

/* Checks what only a whole sentence can show: that there are words, that ranges and heads are words, and
 * that the heads make a tree. */
gboolean check_sentence (Parse *parse);

#endif
