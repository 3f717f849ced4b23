/* grading.c - answers of students to tbk steps --grade: reading them, and what they are worth.
 *
 *   # Ada                        a heading: the answers below are of Ada
 *   en-06: SHIFT LEFT-ARC(nsubj) the answer for the sentence en-06
 *
 * Contents
 *   1. reading: files of answers, by student
 *   2. points: the table of points
 */
#include "commands/commands.h"

#include <string.h>

#include "options/options.h"

/* 1. reading: files of answers, by student. */

static void
student_free (gpointer data)
{
  GradedStudent *student = data;

  solutions_free (student->solutions);
  tbk_output_discard (student->page);
  g_free (student->name);
  g_free (student->path);
  g_free (student);
}

/* Returns the student of a name, who may be new. One student may have answers in several files. */
static GradedStudent *
find_student (GPtrArray *students, const char *name)
{
  GradedStudent *student;

  for (guint s = 0; s < students->len; s++) {
    student = students->pdata[s];
    if (g_str_equal (student->name, name))
      return student;
  }
  student = g_new0 (GradedStudent, 1);
  student->name = g_strdup (name);
  student->solutions = solutions_new ();
  g_ptr_array_add (students, student);
  return student;
}

/* The lines of answers as they come. */
typedef struct {
  GPtrArray *students;
  GradedStudent
      *student; /* NULL before the first answer or heading: then the name of the file is the student's */
  const char *path;
  gint64 line;
} Reading;

/* Returns the name of a file without folder and ending; to be freed. */
static char *
name_of_file (const char *path)
{
  char *name = g_path_get_basename (path), *dot = strrchr (name, '.');

  if (dot != NULL && dot > name)
    *dot = '\0';
  return name;
}

static void
take_name_of_file (Reading *reading)
{
  g_autofree char *name = name_of_file (reading->path);

  if (reading->student == NULL)
    reading->student = find_student (reading->students, name);
}

/* A heading names the student of the lines below it. */
static gboolean
take_heading (Reading *reading, const char *line, gsize length, GError **error)
{
  g_autofree char *name = g_utf8_make_valid (line, (gssize) length);

  g_strstrip (name);
  if (name[0] == '\0') {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA,
                         "found a heading without a name, expected '# NAME' above the answers of a student");
    return FALSE;
  }
  reading->student = find_student (reading->students, name);
  return TRUE;
}

static gboolean
take_line (gpointer data, const char *line, gsize length, GError **error)
{
  static const char mark[] = "\xef\xbb\xbf"; /* which editors write before the first line */
  Reading *reading = data;

  if (reading->line++ == 0 && line != NULL && length >= 3 && memcmp (line, mark, 3) == 0) {
    line += 3;
    length -= 3;
  }
  if (line == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the line is longer than %d bytes", LINES_MAX);
  } else if (length > 0 && line[0] == '#') {
    const gsize n_signs = strspn (line, "#");

    if (take_heading (reading, line + n_signs, length - n_signs, error))
      return TRUE;
  } else {
    take_name_of_file (reading);
    if (solutions_add (reading->student->solutions, line, length, error))
      return TRUE;
  }
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", reading->path, reading->line);
  return FALSE;
}

static gboolean
read_answers (GPtrArray *students, const char *path, GError **error)
{
  static const LinesReader lines = { .take = take_line };
  Reading reading = { .students = students, .path = path };

  if (!lines_read (path, &lines, &reading, error))
    return FALSE;
  take_name_of_file (&reading); /* a student who handed in an empty file */
  return TRUE;
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Lists the files of a folder in the order of their names, but for hidden ones, so that tables have the same
 * order anywhere. */
static GPtrArray *
list_folder (const char *path, GError **error)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  GDir *folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (name[0] != '.')
      g_ptr_array_add (files, g_build_filename (path, name, NULL));
  if (folder != NULL)
    g_dir_close (folder);
  g_ptr_array_sort (files, compare_paths);
  if (files->len == 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO,
                 "%s: found no file in the folder, expected one for each student", path);
  return files;
}

/* Adds the students of a file, or of all files of a folder. */
static gboolean
read_path (GPtrArray *students, const char *path, GError **error)
{
  g_autoptr (GPtrArray) files = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return read_answers (students, path, error);
  files = list_folder (path, error);
  for (guint f = 0; f < files->len; f++)
    if (!read_answers (students, files->pdata[f], error))
      return FALSE;
  return files->len > 0;
}

GPtrArray *
grading_read (char *const *paths, GError **error)
{
  g_autoptr (GPtrArray) students = g_ptr_array_new_with_free_func (student_free);

  for (; *paths != NULL; paths++)
    if (!read_path (students, *paths, error))
      return NULL;
  return g_steal_pointer (&students);
}

typedef const char *(*Lister) (const Solutions *solutions, guint *n);

/* Returns how many answers of all students @list lists, and the first of them with its student; to be freed. */
static char *
name_first (const GPtrArray *students, Lister list, guint *n)
{
  char *first = NULL;

  *n = 0;
  for (guint s = 0; s < students->len; s++) {
    const GradedStudent *student = students->pdata[s];
    guint more;
    const char *name = list (student->solutions, &more);

    *n += more;
    if (name != NULL && first == NULL)
      first = g_strdup_printf ("'%s' of %s", name, student->name);
  }
  return first;
}

void
grading_tell_unused (const GPtrArray *students)
{
  guint n, n_replaced;
  g_autofree char *first = name_first (students, solutions_unused, &n);
  g_autofree char *replaced = name_first (students, solutions_replaced, &n_replaced);

  if (n > 0)
    tool_message (
        "%u answer%s for no graded sentence, the first: %s; a line begins with the sentence, as in 'en-06: SHIFT'",
        n, n == 1 ? " is" : "s are", first);
  if (n_replaced > 0)
    tool_message ("%u answer%s replaced by a later one to the same sentence, the first: %s", n_replaced,
                  n_replaced == 1 ? " is" : "s are", replaced);
}

/* 2. points: the table of points. */

/* The table of points: rows of sentences, or of students. */
static const char *const columns_of_points[] = { "student", "sentence", "correct", "lost", "points", NULL };
static const char *const columns_of_students[] = { "student", "sentences", "answered", "all_right",
                                                   "lost",    "points",    NULL };

static void
answer_clear (gpointer data)
{
  g_free (((GradedAnswer *) data)->id);
}

/* Orders by student, and then by sentence, whatever thread came first. */
static int
compare_answers (gconstpointer a, gconstpointer b)
{
  const GradedAnswer *one = a, *other = b;

  return one->student != other->student ? (one->student > other->student ? 1 : -1)
                                        : (one->index > other->index) - (one->index < other->index);
}

/* Points are in percent: what is kept of the gold tree, of the most that can be kept. FALSE if that is not known. */
static gboolean
get_points (const GradedAnswer *answer, gint64 *part, gint64 *whole)
{
  const TbkStepsPoints *points = &answer->points;
  const gboolean is_empty = !answer->is_there || points->most_kept == 0;

  *part = !answer->is_there ? 0 : is_empty ? points->n_lost == 0 : points->n_kept;
  *whole = is_empty ? 1 : points->most_kept;
  return *whole >= 0;
}

static gboolean
write_answer (const GradedAnswer *answer, TbkTable *table, GError **error)
{
  gint64 part, whole;

  if (answer->id != NULL)
    tbk_table_string (table, answer->id);
  else
    tbk_table_integer (table, answer->index);
  if (answer->is_there) {
    tbk_table_integer (table, answer->points.n_right);
    tbk_table_integer (table, answer->points.n_lost);
  } else {
    tbk_table_nothing (table);
    tbk_table_nothing (table);
  }
  if (get_points (answer, &part, &whole))
    tbk_table_percent (table, part, whole);
  else
    tbk_table_nothing (table);
  return tbk_table_end_row (table, error);
}

/* Writes the total of one student's answers; each sentence counts the same, long or short. A missing answer
 * has 0 points. */
static gboolean
write_student (const GradedAnswer *answers, guint n, TbkTable *table, GError **error)
{
  gint64 part, whole, n_answered = 0, n_right = 0, n_lost = 0, n_known = 0;
  double points = 0.0;

  for (guint i = 0; i < n; i++) {
    n_answered += answers[i].is_there;
    n_right += answers[i].is_right;
    n_lost += answers[i].is_there ? answers[i].points.n_lost : 0;
    if (get_points (&answers[i], &part, &whole)) {
      points += 100.0 * (double) part / (double) whole;
      n_known++;
    }
  }
  tbk_table_integer (table, n);
  tbk_table_integer (table, n_answered);
  tbk_table_integer (table, n_right);
  tbk_table_integer (table, n_lost);
  if (n_known > 0)
    tbk_table_decimal (table, points / (double) n_known, 2);
  else
    tbk_table_nothing (table);
  return tbk_table_end_row (table, error);
}

const char *const *
grading_columns (gboolean is_of_students)
{
  return is_of_students ? columns_of_students : columns_of_points;
}

GArray *
grading_answers_new (void)
{
  GArray *answers = g_array_new (FALSE, FALSE, sizeof (GradedAnswer));

  g_array_set_clear_func (answers, answer_clear);
  return answers;
}

/* Answers of one student are side by side after sorting: a row for each, or one for all of them. */
gboolean
grading_write (GArray *answers, const GPtrArray *students, gboolean is_of_students,
               const TableOptions *options, TbkOutput *output, GError **error)
{
  const GradedAnswer *all = (const GradedAnswer *) (gpointer) answers->data;
  g_autoptr (TbkTable) table = table_new (options, output, grading_columns (is_of_students));

  g_array_sort (answers, compare_answers);
  for (guint i = 0, end = 0; i < answers->len; i = end) {
    const GradedStudent *student = students->pdata[all[i].student];

    end = i + 1;
    while (is_of_students && end < answers->len && all[end].student == all[i].student)
      end++;
    tbk_table_string (table, student->name);
    if (!(is_of_students ? write_student (&all[i], end - i, table, error)
                         : write_answer (&all[i], table, error)))
      return FALSE;
  }
  return tbk_table_end (table, error);
}
