/* signs.c - characters, escapes, and the cells they take. */
#include "draw/draw.h"

#include <string.h>

#include "base/base.h"

/* Around what is not to turn the direction of its neighbours. */
#define FIRST_STRONG_ISOLATE "\xe2\x81\xa8"
#define POP_ISOLATE          "\xe2\x81\xa9"

/* The sign that is shown for a character or a byte. */
typedef struct {
  char bytes[12];
  gsize n_bytes;
  int cells;
} Sign;

/* Returns TRUE if @c would end lines or turn the direction of what follows, or may not stand in XML. */
static gboolean
is_obeyed (gunichar c)
{
  return g_unichar_iscntrl (c) || c == 0x2028 || c == 0x2029 || is_directional_control (c)
         || (c & 0xfffe) == 0xfffe;
}

static void
set_escape (Sign *sign, const char *format, guint value)
{
  sign->n_bytes = sign->cells = g_snprintf (sign->bytes, sizeof (sign->bytes), format, value);
}

/* Takes the next sign from *@position, which is before @end. */
static void
take_sign (const char **position, const char *end, Sign *sign)
{
  const gunichar c = g_utf8_get_char_validated (*position, end - *position);
  const char *start = *position;

  if (c >= (gunichar) -2) {
    set_escape (sign, "\\x%02x", (guchar) *start);
    (*position)++;
    return;
  }
  *position = g_utf8_next_char (start);
  if (c == '\t') {
    set_escape (sign, "\\t", 0);
  } else if (is_obeyed (c)) {
    set_escape (sign, c < 0x80 ? "\\x%02x" : "\\u%04x", c);
  } else {
    sign->n_bytes = (gsize) (*position - start);
    memcpy (sign->bytes, start, sign->n_bytes);
    sign->cells = g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
  }
}

/* Returns TRUE if @piece begins with a mark that needs a base to stand on. */
static gboolean
lacks_base (TbkPiece piece)
{
  const gunichar c = g_utf8_get_char_validated (piece.bytes, (gssize) piece.size);

  return c < (gunichar) -2 && g_unichar_ismark (c);
}

/* Calls @take for the signs of @piece, or for as many as there is room for and an ellipsis. Returns their
 * cells. */
static int
walk (TbkPiece piece, gboolean is_cut, void (*take) (gpointer data, const Sign *sign), gpointer data)
{
  static const Sign ellipsis = { "…", strlen ("…"), 1 }, circle = { "◌", strlen ("◌"), 1 };
  const char *position = piece.bytes, *end;
  int cells = 0;
  Sign sign;

  if (piece.size == 0)
    return 0;
  end = piece.bytes + piece.size;
  if (lacks_base (piece)) {
    cells = circle.cells;
    take (data, &circle);
  }
  while (position < end) {
    const gsize n_bytes = (gsize) (position - piece.bytes);
    take_sign (&position, end, &sign);
    if (is_cut
        && (cells + sign.cells + (position < end) > SIGNS_MOST
            || n_bytes + sign.n_bytes > SIGNS_MOST_BYTES)) {
      take (data, &ellipsis);
      return cells + ellipsis.cells;
    }
    cells += sign.cells;
    take (data, &sign);
  }
  return cells;
}

static void
ignore (gpointer data, const Sign *sign)
{
  (void) data;
  (void) sign;
}

int
signs_cells (TbkPiece piece, gboolean is_cut)
{
  return walk (piece, is_cut, ignore, NULL);
}

static void
append (gpointer text, const Sign *sign)
{
  tbk_text_add (text, sign->bytes, sign->n_bytes);
}

static void
append_markup (gpointer text, const Sign *sign)
{
  static const char special[] = "<>&\"'";
  static const char *const names[] = { "&lt;", "&gt;", "&amp;", "&quot;", "&#39;" };
  const char *found = sign->n_bytes == 1 ? memchr (special, sign->bytes[0], strlen (special)) : NULL;

  if (found == NULL)
    append (text, sign);
  else
    tbk_text_add (text, names[found - special], strlen (names[found - special]));
}

/* LaTeX, with the byte before the one in hand. */
typedef struct {
  TbkText *text;
  char previous;
} Latex;

/* Returns what LaTeX is to read for a character that it would not set as it is; NULL for others. `&` as \&
 * would end a cell of a table. Brackets at its beginning, and `|`, would be options. */
static const char *
latex_of (char c)
{
  static const char special[] = "\\{}[]#$%&_~^|<>\"";
  static const char *const names[] = { "\\textbackslash{}",
                                       "\\{",
                                       "\\}",
                                       "{[}",
                                       "{]}",
                                       "\\#",
                                       "\\$",
                                       "\\%",
                                       "\\char38{}",
                                       "\\_",
                                       "\\textasciitilde{}",
                                       "\\textasciicircum{}",
                                       "\\textbar{}",
                                       "\\textless{}",
                                       "\\textgreater{}",
                                       "\\char34{}" };
  const char *found = memchr (special, c, strlen (special));

  return found == NULL ? NULL : names[found - special];
}

/* Returns TRUE if LaTeX would make one sign of two characters: dashes and quotes. */
static gboolean
is_ligature (char previous, char c)
{
  return (c == previous && strchr ("-'`,", c) != NULL) || (c == '`' && (previous == '?' || previous == '!'));
}

static void
append_latex (gpointer data, const Sign *sign)
{
  Latex *latex = data;

  for (gsize i = 0; i < sign->n_bytes; i++) {
    const char c = sign->bytes[i], *name = c == '\0' ? NULL : latex_of (c);

    if (c != '\0' && is_ligature (latex->previous, c))
      tbk_text_add (latex->text, "{}", 2);
    tbk_text_add (latex->text, name != NULL ? name : &sign->bytes[i], name != NULL ? strlen (name) : 1);
    latex->previous = c;
  }
}

/* Graphviz reads escapes in a label, and entities of HTML. */
static void
append_dot (gpointer text, const Sign *sign)
{
  for (gsize i = 0; i < sign->n_bytes; i++) {
    if (sign->bytes[i] == '"' || sign->bytes[i] == '\\')
      tbk_text_add (text, "\\", 1);
    tbk_text_add (text, &sign->bytes[i], 1);
    if (sign->bytes[i] == '&')
      tbk_text_add (text, "amp;", strlen ("amp;"));
  }
}

void
signs_append (TbkText *text, TbkPiece piece, SignsTarget target, gboolean is_cut)
{
  Latex latex = { .text = text };

  switch (target) {
  case SIGNS_LATEX:
    walk (piece, is_cut, append_latex, &latex);
    break;
  case SIGNS_DOT:
    walk (piece, is_cut, append_dot, text);
    break;
  default:
    walk (piece, is_cut, target == SIGNS_MARKUP ? append_markup : append, text);
  }
}

static void
append_bytes (TbkText *text, const char *bytes)
{
  tbk_text_add (text, bytes, strlen (bytes));
}

/* Returns TRUE if some character of @piece is as asked for. */
static gboolean
has_character (TbkPiece piece, gboolean (*is_such) (gunichar c))
{
  const char *position = piece.bytes, *end = piece.size > 0 ? piece.bytes + piece.size : piece.bytes;

  while (position < end) {
    const gunichar c = g_utf8_get_char_validated (position, end - position);
    if (c >= (gunichar) -2)
      position++;
    else if (is_such (c))
      return TRUE;
    else
      position = g_utf8_next_char (position);
  }
  return FALSE;
}

gboolean
signs_are_right_to_left (TbkPiece piece)
{
  return has_character (piece, is_right_to_left);
}

int
signs_direction (TbkPiece piece)
{
  return has_character (piece, is_right_to_left) ? -1 : has_character (piece, g_unichar_isalpha) ? 1 : 0;
}

static gboolean
turns_neighbours (gunichar c)
{
  return is_right_to_left (c) || is_directional_mark (c);
}

void
signs_append_isolated (TbkText *text, TbkPiece piece, gboolean is_cut)
{
  const gboolean is_isolated = has_character (piece, turns_neighbours);

  if (is_isolated)
    append_bytes (text, FIRST_STRONG_ISOLATE);
  signs_append (text, piece, SIGNS_MARKUP, is_cut);
  if (is_isolated)
    append_bytes (text, POP_ISOLATE);
}

TbkPiece
signs_piece (const char *text)
{
  return (TbkPiece){ text, strlen (text) };
}
