/* lanes_strings.template.h - the values of weighted strings in the lanes of lanes.template.h.
 *
 * To be included after it, in an instance of least cost. Costs are integers, which floats hold exactly up to
 * SR_LIMIT. Defines lanes_strings_SR_NAME: lanes_strings_minplus_float and lanes_strings_minplus_double.
 */

/* Makes x[k] = x[k - period], up to x[n - 1]: what is done is copied behind itself, twice as much each
 * time. */
static void
repeat_cells (SrValue *x, gsize period, gsize n)
{
  for (gsize done = period; done < n; done *= 2)
    memcpy (x + done, x, MIN (done, n - done) * sizeof (SrValue));
}

/* The position from which on terminals differ between lanes, or the length of the shortest string. Strings of
 * one oracle are mostly alike in their terminals, so work for each lane is saved below that. */
static int
count_alike (const LanesChart *c)
{
  int n_alike = c->lanes[c->n_lanes - 1].string->n;

  for (int l = 1; l < c->n_lanes; l++)
    while (memcmp (c->lanes[l].string->terminals, c->lanes[0].string->terminals, n_alike) != 0)
      n_alike--;
  return n_alike;
}

/* Makes @position one of those where each symbol of @set can be; positions come in increasing order. */
static void
extend (Symbol *symbols, guint64 set, int position)
{
  for (; set != 0; set &= set - 1) {
    Range *heads = &symbols[__builtin_ctzll (set)].heads;
    *heads = (Range){ MIN (heads->first, position), position };
  }
}

/* Finds the range of positions whose words can have each symbol, in any lane. A range may have positions
 * between that cannot: these are computed too, and are zero. */
static void
find_heads (LanesChart *c, int n_alike)
{
  for (int symbol = 0; symbol < c->compiled->grammar->n_symbols; symbol++)
    c->right[symbol].heads = c->left[symbol].heads = (Range){ c->n, -1 };
  for (int i = 0; i < c->n; i++) {
    guint64 terminals = 0;

    for (int l = 0; l < (i < n_alike ? 1 : c->n_lanes) && i < c->lanes[l].string->n; l++)
      terminals |= (guint64) 1 << c->lanes[l].string->terminals[i];
    for (; terminals != 0; terminals &= terminals - 1) {
      int terminal = __builtin_ctzll (terminals);
      extend (c->right, c->compiled->right_symbols[terminal], i);
      extend (c->left, c->compiled->left_symbols[terminal], i);
    }
  }
}

/* (I1): the axioms for position @i; @is_alike if they are the same in all lanes. */
static void
load_words (LanesChart *c, int i, gboolean is_alike)
{
  const States *words = c->compiled->words, *word = &words[c->lanes[0].string->terminals[i]];
  const gssize ii = place (c, i, i);

  for (int symbol = 0; symbol < c->compiled->grammar->n_symbols; symbol++) {
    if (c->right[symbol].x != NULL)
      set_cells (c->right[symbol].x + ii, is_alike && symbol == word->right ? 0 : SR_ZERO, c->n_lanes);
    if (c->left[symbol].x != NULL)
      set_cells (c->left[symbol].x + ii, is_alike && symbol == word->left ? 0 : SR_ZERO, c->n_lanes);
  }
  for (int l = 0; !is_alike && l < c->n_lanes && i < c->lanes[l].string->n; l++) {
    word = &words[c->lanes[l].string->terminals[i]];
    sr_one (c->right[word->right].x + ii + l);
    sr_one (c->left[word->left].x + ii + l);
  }
}

/* The costs of the arcs that lane @l lists, in their order: the last of equal arcs counts. */
static void
load_arcs (LanesChart *c, int l)
{
  const TbkWeightedString *string = c->lanes[l].string;
  const gint64 greatest = string->greatest;
  const gssize across = c->across;
  const TbkArc *arcs = string->arcs;
  const gsize n_arcs = string->n_arcs;
  SrValue *costs = c->arcs + l;

  for (gsize a = 0; a < n_arcs; a++)
    costs[c->rows[arcs[a].head] + arcs[a].dependent * across] =
        arcs[a].weight < TBK_IMPOSSIBLE_WEIGHT / 2 ? SR_ZERO : (SrValue) (greatest - arcs[a].weight);
}

/* Cells that are not computed must be zero: those for positions that cannot have an item. */
static void
clear_matrix (LanesChart *c, SrValue *x, Range i, Range j)
{
  if (i.first > 0 || i.last < c->n - 1 || j.first > 0 || j.last < c->n - 1)
    set_cells (x - c->origin, SR_ZERO, c->n_matrix);
}

static void
load (LanesChart *c, int n_alike)
{
  SrValue *costs = c->arcs - c->origin;

  /* Arcs that are not listed weigh 0, so they cost the greatest weight. One element is written, and copied
   * over row and matrix. */
  for (int l = 0; l < c->n_lanes; l++)
    costs[l] = (SrValue) c->lanes[l].string->greatest;
  repeat_cells (costs, c->element, c->across);
  repeat_cells (costs, c->across, c->n_matrix);
  /* Then zero where no item is computed, axioms, and the arcs that are listed. */
  for (int m = 0; m < c->n_meetings; m++)
    clear_matrix (c, c->meetings[m].x, c->meetings[m].i, c->meetings[m].j);
  for (int s = 0; s < c->n_sides; s++)
    clear_matrix (c, c->sides[s].x, c->sides[s].i, c->sides[s].j);
  for (int i = 0; i < c->n; i++)
    load_words (c, i, i < n_alike);
  for (int l = 0; l < c->n_lanes; l++)
    load_arcs (c, l);
}

/* (I5): the value of a lane, a cost made a weight again. A shorter string than the longest has its total at
 * its own last position; what is beyond it in the chart was computed for nothing. */
static gint64
total (const LanesChart *c, int l)
{
  const Lane *lane = &c->lanes[l];
  SrValue sum;

  sr_zero (&sum);
  for (int s = 0; s < c->compiled->n_starts; s++) {
    const SrValue *left = c->left[c->compiled->starts[s].left].x;
    const SrValue *right = c->right[c->compiled->starts[s].right].x;

    if (left != NULL && right != NULL)
      sr_addmul (&sum, left + l, 0, right + place (c, 0, lane->string->n - 1) + l);
  }
  return sr_is_zero (&sum) ? TBK_IMPOSSIBLE_WEIGHT
                           : (lane->string->n - 1) * lane->string->greatest - (gint64) sum;
}

static gboolean
value (gpointer chart, const Compiled *compiled, const Lane *lanes, int n_lanes, int largest_vector,
       GError **error)
{
  LanesChart *c = chart;
  int n_alike;

  c->compiled = compiled;
  c->lanes = lanes;
  c->n_lanes = n_lanes;
  c->n = lanes[0].string->n;
  /* The task is known from the terminals alone, before there is a chart. */
  n_alike = count_alike (c);
  find_heads (c, n_alike);
  c->has_one_symbol = has_one_symbol (c);
  choose_layout (c, largest_vector);
  if (!lay_out (c, count_matrices (c), error))
    return FALSE;
  list_items (c);
  load (c, n_alike);
  fill (c);
  for (int l = 0; l < n_lanes; l++)
    *lanes[l].best = total (c, l);
  return TRUE;
}

const Lanes PASTE (lanes_strings_, SR_NAME) = { SR_LIMIT, sizeof (SrValue), chart_new, chart_free, value };
