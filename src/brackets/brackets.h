/* brackets.h - phrase-structure trees in brackets: what the files of this room share.
 */
#ifndef BRACKETS_BRACKETS_H
#define BRACKETS_BRACKETS_H

#include "base/base.h"
#include "io/io.h"
#include "tbk/brackets.h"

/* 0. brackets: what the files of the room share: the scanner's state, the batch, the tree in hand. */

/* Where a scan between and through trees stands. */
typedef enum {
  SCAN_BETWEEN,       /* outside of trees */
  SCAN_TREE,          /* inside of one */
  SCAN_LINE_COMMENT,  /* up to the end of the line */
  SCAN_BLOCK_COMMENT, /* up to its end */
} ScanState;

typedef struct {
  ScanState state;
  int depth;             /* brackets open */
  gsize at;              /* bytes scanned */
  gsize cut;             /* what comes before ends with a tree and its blanks; 0 if none has ended */
  gboolean has_ended;    /* a tree has ended, and only blanks came after it */
  gint64 n_ended, n_cut; /* trees that ended so far, and before the cut */
  gboolean joins_lines;  /* by the rule JOIN_LINES */
  gboolean is_on_line;   /* a tree has ended, and no line after it */
  gsize comment;         /* where the comment began */
  gint64 line;           /* of the byte `at` */
  gint64 tree_line;      /* of the tree's first bracket */
} BracketScan;

/* The losses of a file. */
typedef struct FileLosses FileLosses;

/* A file that is read from now on; it stays as long as @losses, NULL if that is NULL. */
FileLosses *losses_add_file (TbkBracketLosses *losses, const char *name);

/* Counts @n of a kind of the file, NULL for none; the first is @leaf, NULL for a tree or the file itself,
 * in @line. */
void losses_add (TbkBracketLosses *losses, FileLosses *file, TbkBracketLossKind kind, gint64 n, gint64 line,
                 const TbkBracketNode *leaf);

/* The nodes that rules leave out of a tree: their number, and the first. */
typedef struct {
  gint64 n;
  TbkBracketNode first;
} LeftOut;

struct TbkBracketBatch {
  char *name;         /* of the file */
  FileLosses *losses; /* of it */
  TbkBracketOptions options;
  Block block; /* what was read; empty if the text is the caller's */
  const char *text;
  gsize length, at; /* bytes, and those of the trees taken */
  gint64 line;      /* of the byte `at` */
  gint64 index;     /* trees before it in the file */

  /* The tree in hand. nodes[0] is kept free for a root that is added. */
  TbkBracketNode *nodes;
  gsize n_nodes, nodes_allocated;
  gboolean has_several; /* brackets on its line make it up */
  int *remaining;       /* of each node, for normalization: words that are left below */
  gsize remaining_allocated;
  LeftOut left_out[TBK_BRACKETS_WORDLESS]; /* by kind, nodes alone */
  gboolean is_wordless;
  gint64 tree_line;      /* of its first bracket, */
  const char *tree_text; /* which is here */
  GError *problem;
};

/* Parses the tree that begins with the bracket batch->text[start], into batch->nodes from 1, all its leaves
 * numbered as words. Returns where it ends; it is a problem of the batch if there is something wrong in it.
 * @line is that of its first bracket. */
gsize parse_tree (TbkBracketBatch *batch, gsize start, gint64 line);

/* Applies the rules to batch->nodes and sets what @tree says of nodes, if there is no problem. */
void normalize_tree (TbkBracketBatch *batch, TbkBracketTree *tree);

/* The length that the rule CUT_FORMS leaves of a form. */
int normalize_cut_form (const char *form, int length);

/* Counts the lines read so far, without one behind the last line end. */
gint64 reader_count_lines (const TbkBracketReader *reader);

static inline gboolean
is_blank_byte (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline gboolean
is_token (char c)
{
  return !is_blank_byte (c) && c != '(' && c != ')';
}

#endif
