/* rules.c - the grammars of well-formed tags.
 *
 * Contents
 *   1. building
 *   2. four bits
 *   3. hierarchical brackets
 *   4. hexatags
 *   5. brackets
 */
#include "tags/rules.h"

#include <stdarg.h>

/* 1. building. */

void
rules_free (Rules *rules)
{
  if (rules == NULL)
    return;
  g_array_unref (rules->symbols);
  g_array_unref (rules->rules);
  g_array_unref (rules->products);
  g_array_unref (rules->weights);
  g_array_unref (rules->columns);
  g_free (rules);
}

gsize
rules_count_cells (const Rules *rules, int n)
{
  const gsize width = (gsize) n + 1;
  gsize n_cells = 0;

  for (int s = 0; s < rules_length (rules); s++)
    n_cells += rules_is_last (rules, s) ? width : width * width;
  return n_cells;
}

static Rules *
make_rules (void)
{
  Rules *rules = g_new0 (Rules, 1);

  rules->symbols = g_array_new (FALSE, FALSE, sizeof (gboolean));
  rules->rules = g_array_new (FALSE, FALSE, sizeof (Rule));
  rules->products = g_array_new (FALSE, FALSE, sizeof (Rule));
  rules->weights = g_array_new (FALSE, FALSE, sizeof (RuleWeight));
  rules->columns = g_array_new (FALSE, FALSE, sizeof (int));
  return rules;
}

static int
add_symbol (Rules *rules, gboolean is_last)
{
  g_array_append_val (rules->symbols, is_last);
  return (int) rules->symbols->len - 1;
}

/* Symbols of all spans; of spans that end at the last word. */
static int
symbol (Rules *rules)
{
  return add_symbol (rules, FALSE);
}

static int
last_symbol (Rules *rules)
{
  return add_symbol (rules, TRUE);
}

/* The weight of one tag, or of either of two. */
static int
weight_of (Rules *rules, gboolean is_root, int column, int other)
{
  const RuleWeight weight = { (int) rules->columns->len, other < 0 ? 1 : 2, is_root, FALSE };

  g_array_append_val (rules->columns, column);
  if (other >= 0)
    g_array_append_val (rules->columns, other);
  g_array_append_val (rules->weights, weight);
  return (int) rules->weights->len - 1;
}

static int
tag (Rules *rules, int column)
{
  return weight_of (rules, FALSE, column, -1);
}

static int
root_tag (Rules *rules, int column)
{
  return weight_of (rules, TRUE, column, -1);
}

static int
gap_tag (Rules *rules, int column)
{
  const int w = tag (rules, column);

  g_array_index (rules->weights, RuleWeight, w).is_gap = TRUE;
  return w;
}

static void
add_rule (Rules *rules, RuleKind kind, int to, int left, int weight)
{
  const Rule rule = { kind, to, left, -1, weight, 0 };

  g_array_append_val (rules->rules, rule);
}

static void
add_copy (Rules *rules, int to, int left)
{
  add_rule (rules, RULE_COPY, to, left, -1);
}

static void
add_product (Rules *rules, int to, int left, int right)
{
  const Rule rule = { RULE_PRODUCT, to, left, right, -1, 0 };

  g_array_append_val (rules->products, rule);
}

/* 2. four bits. G: left dependents of one head, the first outermost, others not. H: right ones, the last outermost. V, Z: the
 * same whose last, first word has its right, left dependents still to come.
 *
 *   (TG1)  GG[i,j] = sum over k of G[i,k] G[k+1,j]; HH alike
 *   (TG2)  V_b[i,m] = s_m(010b) if i = m; G[i,m-1] (s_m(011b) + s_m(000b)); GG[i,m-1] s_m(001b)
 *   (TG3)  G[i,j] = V_0[i,j] + sum over m of V_1[i,m] H[m+1,j]
 *   (TG4)  Z_b[m,j] = s_m(11b0) if m = j; (s_m(11b1) + s_m(10b0)) H[m+1,j]; s_m(10b1) HH[m+1,j]
 *   (TG5)  H[i,j] = Z_0[i,j] + sum over m of G[i,m-1] Z_1[m,j]
 *   (TG6)  the root word, without (10b.); several: (TG4) and (TG5) once more, with those after them in place of H and HH's second
 */

typedef struct {
  int G, H, GG, HH;
} FourBits;

static void
add_left_words (Rules *rules, const FourBits *f, int to, int b)
{
  add_rule (rules, RULE_WORD, to, -1, tag (rules, 4 | b));                     /* (TG2) */
  add_rule (rules, RULE_BEHIND, to, f->G, weight_of (rules, FALSE, 6 | b, b)); /* (TG2) */
  add_rule (rules, RULE_BEHIND, to, f->GG, tag (rules, 2 | b));                /* (TG2) */
}

static void
add_right_words (Rules *rules, const FourBits *f, int to, int b)
{
  add_rule (rules, RULE_WORD, to, -1, tag (rules, 12 | b << 1));                              /* (TG4) */
  add_rule (rules, RULE_BEFORE, to, f->H, weight_of (rules, FALSE, 13 | b << 1, 8 | b << 1)); /* (TG4) */
  add_rule (rules, RULE_BEFORE, to, f->HH, tag (rules, 9 | b << 1));                          /* (TG4) */
}

/* @rest: roots after this one; @behind: its right dependents, then these. -1: there can be none. */
static void
add_roots (Rules *rules, const FourBits *f, int to, int b, int rest, int behind)
{
  add_rule (rules, RULE_WORD, to, -1, root_tag (rules, 12 | b << 1));
  add_rule (rules, RULE_BEFORE, to, f->H, root_tag (rules, 13 | b << 1));
  if (rest < 0)
    return;
  add_rule (rules, RULE_BEFORE, to, rest, root_tag (rules, 8 | b << 1));
  add_rule (rules, RULE_BEFORE, to, behind, root_tag (rules, 9 | b << 1));
}

static void
fill_four (Rules *rules, gboolean has_any_root)
{
  const FourBits f = { symbol (rules), symbol (rules), symbol (rules), symbol (rules) };
  const int V = symbol (rules), Z = symbol (rules), root = last_symbol (rules), Zr = last_symbol (rules);
  const int behind = has_any_root ? last_symbol (rules) : -1;

  add_left_words (rules, &f, V, 1);
  add_left_words (rules, &f, f.G, 0);
  add_right_words (rules, &f, Z, 1);
  add_right_words (rules, &f, f.H, 0);
  add_product (rules, f.G, V, f.H);    /* (TG3) */
  add_product (rules, f.H, f.G, Z);    /* (TG5) */
  add_product (rules, f.GG, f.G, f.G); /* (TG1) */
  add_product (rules, f.HH, f.H, f.H); /* (TG1) */
  add_roots (rules, &f, Zr, 1, has_any_root ? root : -1, behind);
  add_roots (rules, &f, root, 0, has_any_root ? root : -1, behind);
  add_product (rules, root, f.G, Zr); /* (TG6) */
  if (has_any_root)
    add_product (rules, behind, f.H, root);
  rules->goal = root;
}

/* The same with heads. A symbol over i..j that has right dependents is about those of i-1, one that has left ones about those of j+1.
 * Rn, Ln: dependents without the outermost one; RP, LP: all of them. J: one, with its left dependents and those before it; K: one,
 * with its right dependents and those behind it. c: a word has further dependents on its other side, b: it is the outermost one.
 *
 *   (TA1)  J_bc[i,j] = arc from i-1 to j, times s_j(1b0c) with nothing or Rn[i,j-1], s_j(1b1c) with LP[i,j-1] or sum of Rn LP
 *   (TA2)  Rn = J_00 + sum of J_01 RP;  RP = J_10 + sum of J_11 RP
 *   (TA3)  K_bc[i,j] = arc from j+1 to i, times s_i(0bc0) with nothing or Ln[i+1,j], s_i(0bc1) with RP[i+1,j] or sum of RP Ln
 *   (TA4)  Ln = K_00 + sum of LP K_01;  LP = K_10 + sum of LP K_11
 *   (TA5)  one root: LP, s_m(11bc), RP, and the arc from 0 to m; several: RP
 */
typedef struct {
  int Rn, RP, Ln, LP, RL, LR; /* RL: sum of Rn LP; LR: sum of RP Ln */
} ArcSymbols;

/* J before it has its arc, whose word may depend on 0. */
static void
add_right_arc (Rules *rules, const ArcSymbols *s, int b, int c, int to)
{
  const int J = symbol (rules), before = symbol (rules), bits = 8 | b << 2 | c;
  const struct {
    RuleKind kind;
    int left, bits;
  } words[] = { { RULE_WORD, -1, bits },
                { RULE_BEHIND, s->Rn, bits },
                { RULE_BEHIND, s->LP, bits | 2 },
                { RULE_BEHIND, s->RL, bits | 2 } };

  for (gsize w = 0; w < G_N_ELEMENTS (words); w++) {
    add_rule (rules, words[w].kind, before, words[w].left, tag (rules, words[w].bits));
    g_array_index (rules->rules, Rule, rules->rules->len - 1).root_weight =
        root_tag (rules, words[w].bits) + 1;
  }
  add_rule (rules, RULE_ARC_RIGHT, J, before, -1);
  if (c == 0)
    add_copy (rules, to, J);
  else
    add_product (rules, to, J, s->RP);
}

static void
add_left_arc (Rules *rules, const ArcSymbols *s, int b, int c, int to)
{
  const int K = symbol (rules), before = symbol (rules), bits = b << 2 | c << 1;

  add_rule (rules, RULE_WORD, before, -1, tag (rules, bits));
  add_rule (rules, RULE_BEFORE, before, s->Ln, tag (rules, bits));
  add_rule (rules, RULE_BEFORE, before, s->RP, tag (rules, bits | 1));
  add_rule (rules, RULE_BEFORE, before, s->LR, tag (rules, bits | 1));
  add_rule (rules, RULE_ARC_LEFT, K, before, -1);
  if (c == 0)
    add_copy (rules, to, K);
  else
    add_product (rules, to, s->LP, K);
}

Rules *
rules_new_arcs (gboolean has_any_root)
{
  Rules *rules = make_rules ();
  const ArcSymbols s = { symbol (rules), symbol (rules), symbol (rules),
                         symbol (rules), symbol (rules), symbol (rules) };

  rules->has_arcs = TRUE;
  for (int b = 0; b < 2; b++)
    for (int c = 0; c < 2; c++) {
      add_right_arc (rules, &s, b, c, b == 0 ? s.Rn : s.RP); /* (TA1), (TA2) */
      add_left_arc (rules, &s, b, c, b == 0 ? s.Ln : s.LP);  /* (TA3), (TA4) */
    }
  add_product (rules, s.RL, s.Rn, s.LP);
  add_product (rules, s.LR, s.RP, s.Ln);
  rules->goal = s.RP;
  if (!has_any_root) { /* (TA5) */
    const int root = last_symbol (rules);
    int words[2];

    for (int c = 0; c < 2; c++) {
      const int before = last_symbol (rules);

      words[c] = last_symbol (rules);
      add_rule (rules, RULE_WORD, before, -1, root_tag (rules, 12 | c << 1));
      add_rule (rules, RULE_BEFORE, before, s.RP, root_tag (rules, 13 | c << 1));
      add_rule (rules, RULE_ARC_ROOT, words[c], before, -1);
    }
    add_copy (rules, root, words[0]);
    add_product (rules, root, s.LP, words[1]);
    rules->goal = root;
  }
  return rules;
}

/* 3. hierarchical brackets. T_o: the words below a word with the bracket o of its own. Ls, La: left dependents, the first
 * structural, all auxiliary; Rs, Ra: right ones, the last structural, all auxiliary.
 *
 *   (TH1)  T_o = sum over m of left s_m right. Left of m: nothing or Ls, which its tag shows; for `>^` nothing or La.
 *          Right of m: nothing or Rs, which its tag shows; for `<^` nothing or Ra
 *   (TH2)  Ls = T_<^ + Ls T_<;  La = T_< + La T_<;  Rs = T_>^ + T_> Rs;  Ra = T_> + T_> Ra
 *   (TH3)  roots: `>^`, or Rs of them
 */

/* The tags, in the order of the alphabet. */
enum {
  LEFT_ROPE,
  CLOSE_LEFT_ROPE,
  LEFT_OWN,
  CLOSE_LEFT,
  LEFT_OPEN,
  CLOSE_LEFT_OPEN,
  RIGHT_ROPE,
  RIGHT_ROPE_OPEN,
  RIGHT_OWN,
  CLOSE_RIGHT,
  RIGHT_OPEN,
  CLOSE_RIGHT_OPEN,
};

/* A word, alone or behind its left dependents, by the tags of both. */
static void
add_word (Rules *rules, int to, int alone, int left, int behind)
{
  add_rule (rules, RULE_WORD, to, -1, tag (rules, alone));
  add_rule (rules, RULE_BEHIND, to, left, tag (rules, behind));
}

/* T_o, which has its right dependents or needs none. */
static int
add_subtrees (Rules *rules, int left, const int tags[2], const int tags_open[2], int right)
{
  const int T = symbol (rules), open = symbol (rules);

  add_word (rules, T, tags[0], left, tags[1]);              /* (TH1) */
  add_word (rules, open, tags_open[0], left, tags_open[1]); /* (TH1) */
  add_product (rules, T, open, right);                      /* (TH1) */
  return T;
}

/* (TH3): @Ls, @La, @Rs as above. */
static void
add_hierarchical_roots (Rules *rules, gboolean has_any_root, int Ls, int La, int Rs)
{
  const int root = last_symbol (rules), last = last_symbol (rules);

  add_rule (rules, RULE_WORD, last, -1, root_tag (rules, RIGHT_ROPE));
  add_rule (rules, RULE_BEFORE, last, Rs, root_tag (rules, RIGHT_ROPE_OPEN));
  add_copy (rules, root, last);
  add_product (rules, root, La, last);
  if (has_any_root) {
    const int behind = last_symbol (rules), other = last_symbol (rules);

    add_rule (rules, RULE_BEFORE, root, root, root_tag (rules, RIGHT_OWN));
    add_rule (rules, RULE_BEFORE, root, behind, root_tag (rules, RIGHT_OPEN));
    add_rule (rules, RULE_BEFORE, other, root, root_tag (rules, CLOSE_RIGHT));
    add_rule (rules, RULE_BEFORE, other, behind, root_tag (rules, CLOSE_RIGHT_OPEN));
    add_product (rules, behind, Rs, root);
    add_product (rules, root, Ls, other);
  }
  rules->goal = root;
}

static void
fill_hierarchical (Rules *rules, gboolean has_any_root)
{
  static const int left_rope[] = { LEFT_ROPE, CLOSE_LEFT_ROPE }, left[] = { LEFT_OWN, CLOSE_LEFT },
                   left_open[] = { LEFT_OPEN, CLOSE_LEFT_OPEN }, right_rope[] = { RIGHT_ROPE, RIGHT_ROPE },
                   right_rope_open[] = { RIGHT_ROPE_OPEN, RIGHT_ROPE_OPEN },
                   right[] = { RIGHT_OWN, CLOSE_RIGHT }, right_open[] = { RIGHT_OPEN, CLOSE_RIGHT_OPEN };
  const int Ls = symbol (rules), La = symbol (rules), Rs = symbol (rules), Ra = symbol (rules);
  const int T_left_rope = add_subtrees (rules, Ls, left_rope, left_rope, Ra);
  const int T_left = add_subtrees (rules, Ls, left, left_open, Rs);
  const int T_right_rope = add_subtrees (rules, La, right_rope, right_rope_open, Rs);
  const int T_right = add_subtrees (rules, Ls, right, right_open, Rs);

  add_copy (rules, Ls, T_left_rope);    /* (TH2) */
  add_copy (rules, La, T_left);         /* (TH2) */
  add_copy (rules, Rs, T_right_rope);   /* (TH2) */
  add_copy (rules, Ra, T_right);        /* (TH2) */
  add_product (rules, Ls, Ls, T_left);  /* (TH2) */
  add_product (rules, La, La, T_left);  /* (TH2) */
  add_product (rules, Rs, T_right, Rs); /* (TH2) */
  add_product (rules, Ra, T_right, Ra); /* (TH2) */
  add_hierarchical_roots (rules, has_any_root, Ls, La, Rs);
}

/* 4. hexatags. T_l, T_r: the words below a left, a right dependent. G_x: left dependents, each with the gap behind it; H_y:
 * right ones, each with the gap before it. A: a word behind its left dependents, before its right ones.
 *
 *   (TX1)  A[i,m] = s_m(l) if i = m; G_L[i,m-1] s_m(r)
 *   (TX2)  T_l[i,j] = A[i,j] + sum over m of A[i,m] H_L[m+1,j]
 *   (TX3)  T_r[i,j] = s_i(r) if i = j; G_R[i,j-1] s_j(r); sum over m of A[i,m] H_R[m+1,j]
 *   (TX4)  G_x = T_l (gap x>), alone or before G_R;  H_y = T_r (gap y<), or T_r (gap L<) before H_y
 *   (TX5)  the root: as T_l
 */

enum { LEAF_L, LEAF_R, GAP_L_LEFT, GAP_L_RIGHT, GAP_R_LEFT, GAP_R_RIGHT };

static void
fill_hexatags (Rules *rules, gboolean has_any_root)
{
  const int A = symbol (rules), T_l = symbol (rules), T_r = symbol (rules), D_L = symbol (rules),
            D_R = symbol (rules), G_L = symbol (rules), G_R = symbol (rules), E_L = symbol (rules),
            E_R = symbol (rules), H_L = symbol (rules), H_R = symbol (rules);
  const int root = last_symbol (rules), word = last_symbol (rules);

  (void) has_any_root;                                                       /* there is one */
  add_rule (rules, RULE_WORD, A, -1, tag (rules, LEAF_L));                   /* (TX1) */
  add_rule (rules, RULE_BEHIND, A, G_L, tag (rules, LEAF_R));                /* (TX1) */
  add_copy (rules, T_l, A);                                                  /* (TX2) */
  add_product (rules, T_l, A, H_L);                                          /* (TX2) */
  add_rule (rules, RULE_WORD, T_r, -1, tag (rules, LEAF_R));                 /* (TX3) */
  add_rule (rules, RULE_BEHIND, T_r, G_R, tag (rules, LEAF_R));              /* (TX3) */
  add_product (rules, T_r, A, H_R);                                          /* (TX3) */
  add_rule (rules, RULE_GAP_BEHIND, D_L, T_l, gap_tag (rules, GAP_L_RIGHT)); /* (TX4) */
  add_rule (rules, RULE_GAP_BEHIND, D_R, T_l, gap_tag (rules, GAP_R_RIGHT)); /* (TX4) */
  add_copy (rules, G_L, D_L);
  add_copy (rules, G_R, D_R);
  add_product (rules, G_L, D_L, G_R);
  add_product (rules, G_R, D_R, G_R);
  add_rule (rules, RULE_GAP_BEFORE, E_L, T_r, gap_tag (rules, GAP_L_LEFT)); /* (TX4) */
  add_rule (rules, RULE_GAP_BEFORE, E_R, T_r, gap_tag (rules, GAP_R_LEFT)); /* (TX4) */
  add_copy (rules, H_L, E_L);
  add_copy (rules, H_R, E_R);
  add_product (rules, H_L, E_L, H_L);
  add_product (rules, H_R, E_L, H_R);
  add_rule (rules, RULE_WORD, root, -1, root_tag (rules, LEAF_L));    /* (TX5) */
  add_rule (rules, RULE_BEFORE, root, H_L, root_tag (rules, LEAF_L)); /* (TX5) */
  add_rule (rules, RULE_WORD, word, -1, root_tag (rules, LEAF_R));    /* (TX5) */
  add_rule (rules, RULE_BEFORE, word, H_L, root_tag (rules, LEAF_R)); /* (TX5) */
  add_product (rules, root, G_L, word);                               /* (TX5) */
  rules->goal = root;
}

/* Over binary trees of any order of joining. T_a: words below a node that is a left, a right child. S_a: the same where the root
 * of the sentence is among them.
 *
 *   (TX6)  T_a[i,j] = s_i(a) if i = j; sum over k of T_l[i,k] (gaps a<, a>) T_r[k+1,j]
 *   (TX7)  S_a the same with root scores, S_l (gap a<) T_r and T_l (gap a>) S_r
 */
static void
fill_any_hexatags (Rules *rules)
{
  const int T[] = { symbol (rules), symbol (rules) }, S[] = { symbol (rules), symbol (rules) };

  for (int a = 0; a < 2; a++) {
    add_rule (rules, RULE_WORD, T[a], -1, tag (rules, LEAF_L + a));
    add_rule (rules, RULE_WORD, S[a], -1, root_tag (rules, LEAF_L + a));
  }
  for (int a = 0; a < 2; a++) {
    const int gap_left = GAP_L_LEFT + 2 * a, gap_right = GAP_L_RIGHT + 2 * a;
    const int before = symbol (rules), before_left = symbol (rules), before_right = symbol (rules);
    const int either = weight_of (rules, FALSE, gap_left, gap_right);

    g_array_index (rules->weights, RuleWeight, either).is_gap = TRUE;
    add_rule (rules, RULE_GAP_BEHIND, before, T[0], either);
    add_rule (rules, RULE_GAP_BEHIND, before_left, S[0], gap_tag (rules, gap_left));
    add_rule (rules, RULE_GAP_BEHIND, before_right, T[0], gap_tag (rules, gap_right));
    add_product (rules, T[a], before, T[1]);
    add_product (rules, S[a], before_left, T[1]);
    add_product (rules, S[a], before_right, S[1]);
  }
  rules->goal = S[0];
}

/* 5. brackets, in one plane. T_o: the words below a word with the bracket o of its own. G_k, H_k: k left, right dependents
 * in a row.
 *
 *   (TB1)  T_o = sum over tags \\^k o /^q and m of G_k s_m H_q; G_0 and H_0 are nothing
 *   (TB2)  G_1 = T_<, G_k = T_< G_(k-1);  H_1 = T_>, H_q = T_> H_(q-1)
 *   (TB3)  roots, which have no bracket of their own: (TB1), and the roots after it
 */

typedef struct {
  int n_left, n_right;
  char own; /* `<` or `>`; `.` for none */
} BracketTag;

static gboolean
parse_brackets (TbkPiece tag, BracketTag *parsed)
{
  const char *at = tag.bytes, *end = at + tag.size;

  *parsed = (BracketTag){ 0, 0, '.' };
  if (tag.size == 1 && *at == '.')
    return TRUE;
  for (; at < end && *at == '\\'; at++)
    parsed->n_left++;
  if (at < end && (*at == '<' || *at == '>'))
    parsed->own = *at++;
  for (; at < end && *at == '/'; at++)
    parsed->n_right++;
  return at == end && tag.size > 0;
}

typedef struct {
  Rules *rules;
  gboolean has_any_root;
  int most;     /* dependents on a side */
  int *G, *H;   /* [1..most] */
  int T[2];     /* of own `<`, `>` */
  int *open[2]; /* [1..most]: before so many right dependents */
  int root;
  int *root_after; /* [1..most]: a root behind so many left dependents */
  int *behind;     /* [1..most]: so many right dependents, and the roots after them */
} BracketRules;

static int *
add_symbols (Rules *rules, int most, gboolean is_last)
{
  int *symbols = g_new (int, most + 1);

  for (int k = 1; k <= most; k++)
    symbols[k] = add_symbol (rules, is_last);
  return symbols;
}

/* (TB1) for one tag of a word that depends on another. */
static void
add_bracket_word (const BracketRules *b, const BracketTag *tag_read, int column)
{
  const int side = tag_read->own == '>', q = tag_read->n_right, k = tag_read->n_left;
  const int to = q == 0 ? b->T[side] : b->open[side][q];

  if (k == 0)
    add_rule (b->rules, RULE_WORD, to, -1, tag (b->rules, column));
  else
    add_rule (b->rules, RULE_BEHIND, to, b->G[k], tag (b->rules, column));
}

/* (TB3) */
static void
add_bracket_root (const BracketRules *b, const BracketTag *tag_read, int column)
{
  const int q = tag_read->n_right, k = tag_read->n_left, to = k == 0 ? b->root : b->root_after[k];
  const int weight = root_tag (b->rules, column);

  if (q == 0)
    add_rule (b->rules, RULE_WORD, to, -1, weight);
  else
    add_rule (b->rules, RULE_BEFORE, to, b->H[q], weight);
  if (b->has_any_root)
    add_rule (b->rules, RULE_BEFORE, to, q == 0 ? b->root : b->behind[q], weight);
}

/* Rows of dependents, after the rules of words: (TB1), (TB2), (TB3). */
static void
add_bracket_rows (const BracketRules *b)
{
  if (b->most > 0) {
    add_copy (b->rules, b->G[1], b->T[0]);
    add_copy (b->rules, b->H[1], b->T[1]);
  }
  for (int k = 1; k <= b->most; k++) {
    if (k > 1) {
      add_product (b->rules, b->G[k], b->T[0], b->G[k - 1]);
      add_product (b->rules, b->H[k], b->T[1], b->H[k - 1]);
    }
    for (int side = 0; side < 2; side++)
      add_product (b->rules, b->T[side], b->open[side][k], b->H[k]);
    add_product (b->rules, b->root, b->G[k], b->root_after[k]);
    if (b->has_any_root)
      add_product (b->rules, b->behind[k], b->H[k], b->root);
  }
}

static BracketTag *
parse_all_brackets (const TbkPiece *tags, int n_tags, GError **error)
{
  g_autofree BracketTag *parsed = g_new (BracketTag, n_tags);

  for (int t = 0; t < n_tags; t++)
    if (!parse_brackets (tags[t], &parsed[t])) {
      g_autofree char *quoted = tbk_quote (tags[t].bytes, tags[t].size);

      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "tags[%d]: %s is no tag of brackets", t, quoted);
      return NULL;
    }
  return g_steal_pointer (&parsed);
}

static void
free_bracket_symbols (BracketRules *b)
{
  g_free (b->G);
  g_free (b->H);
  g_free (b->open[0]);
  g_free (b->open[1]);
  g_free (b->root_after);
  g_free (b->behind);
}

Rules *
rules_new_brackets (const TbkPiece *tags, int n_tags, int longest, gboolean has_any_root, GError **error)
{
  g_autofree BracketTag *parsed = parse_all_brackets (tags, n_tags, error);
  BracketRules b = { .has_any_root = has_any_root };

  if (parsed == NULL)
    return NULL;
  for (int t = 0; t < n_tags; t++)
    if (parsed[t].n_left < longest && parsed[t].n_right < longest) /* no word has more dependents */
      b.most = MAX (b.most, MAX (parsed[t].n_left, parsed[t].n_right));
  b.rules = make_rules ();
  b.T[0] = symbol (b.rules);
  b.T[1] = symbol (b.rules);
  b.root = last_symbol (b.rules);
  b.G = add_symbols (b.rules, b.most, FALSE);
  b.H = add_symbols (b.rules, b.most, FALSE);
  b.open[0] = add_symbols (b.rules, b.most, FALSE);
  b.open[1] = add_symbols (b.rules, b.most, FALSE);
  b.root_after = add_symbols (b.rules, b.most, TRUE);
  b.behind = add_symbols (b.rules, b.most, TRUE);
  for (int t = 0; t < n_tags; t++)
    if (parsed[t].n_left <= b.most && parsed[t].n_right <= b.most) {
      if (parsed[t].own == '.')
        add_bracket_root (&b, &parsed[t], t);
      else
        add_bracket_word (&b, &parsed[t], t);
    }
  add_bracket_rows (&b);
  b.rules->goal = b.root;
  free_bracket_symbols (&b);
  return b.rules;
}

Rules *
rules_new (const TagCoder *coder, gboolean has_any_root)
{
  Rules *rules = make_rules ();

  if (coder == &bits_four)
    fill_four (rules, has_any_root);
  else if (coder == &ropes_projective)
    fill_hierarchical (rules, has_any_root);
  else if (coder == &hexatags_coder)
    fill_hexatags (rules, has_any_root);
  else if (coder == &hexatags_any)
    fill_any_hexatags (rules);
  else
    g_clear_pointer (&rules, rules_free);
  return rules;
}
