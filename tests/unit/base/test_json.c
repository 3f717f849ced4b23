/* test_json.c - the reader of JSON: what it takes, what it refuses and how it says so, and strings written. */
#include <criterion/criterion.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "base/json.h"

/* Passes a whole text; returns the message if it is not JSON. */
static char *
pass (Json *json, const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;

  if (json_begin (json, text, length, &error) && json_skip (json, NULL, &error))
    json_end (json, &error);
  return error == NULL ? NULL : g_strdup (error->message);
}

Test (json, texts)
{
  static const char *const texts[] = {
    "0",
    "-0",
    " \t\r\n-10.50e+07 \t\r\n",
    "1E-2",
    "123456789012345678901234567890",
    "1e999",
    "true",
    "false",
    "null",
    "\"\"",
    "[]",
    "{}",
    "[ ]",
    "{ }",
    "[[],{},[{}]]",
    "[1,\"a\",null,true,{\"a\":1,\"a\":2}]",
    "{\"\":{\"b\":[{\"c\":[]}]}}",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\uFfFf\\ud800\\udc00\\udbff\\udfff\"",
    "\"\x7f\303\244\360\237\230\200\357\277\277\"",
  };
  Json json = { 0 };

  for (gsize t = 0; t < G_N_ELEMENTS (texts); t++) {
    g_autofree char *message = pass (&json, texts[t], strlen (texts[t]));
    cr_expect_null (message, "%s: %s", texts[t], message);
  }
  json_clear (&json);
}

typedef struct {
  const char *text, *message;
} Fault;

Test (json, faults)
{
#define NUMBER "a number in decimal, without leading zeros"
#define PAIR   "a pair of surrogates, the high one first"
  static const Fault faults[] = {
    { "", "byte 0: found the end, expected a value" },
    { "  ", "byte 2: found the end, expected a value" },
    { "\f1", "byte 0: found the byte 0x0c, expected a value" },
    { "\357\273\2771", "byte 0: found '\357\273\277', expected a value" },
    { "\302\2401", "byte 0: found '\302\240', expected a value" },
    { "1 2", "byte 2: found '2', expected nothing after the value" },
    { "{} ]", "byte 3: found ']', expected nothing after the value" },
    { "00", "byte 0: found '00', expected " NUMBER },
    { "-", "byte 0: found '-', expected " NUMBER },
    { "-a", "byte 0: found '-a', expected " NUMBER },
    { "01", "byte 0: found '01', expected " NUMBER },
    { "1.", "byte 0: found '1.', expected " NUMBER },
    { "[1.]", "byte 1: found '1.', expected " NUMBER },
    { "1.e1", "byte 0: found '1.e1', expected " NUMBER },
    { "1e", "byte 0: found '1e', expected " NUMBER },
    { "1e+", "byte 0: found '1e+', expected " NUMBER },
    { "1e1.5", "byte 0: found '1e1.5', expected " NUMBER },
    { "0x10", "byte 0: found '0x10', expected " NUMBER },
    { "1-2", "byte 0: found '1-2', expected " NUMBER },
    { "1_0", "byte 1: found '_', expected nothing after the value" },
    { ".5", "byte 0: found '.5', expected a value" },
    { "+1", "byte 0: found '+1', expected a value" },
    { "NaN", "byte 0: found 'NaN', expected a value" },
    { "Infinity", "byte 0: found 'Infinity', expected a value" },
    { "tru", "byte 0: found 'tru', expected a value" },
    { "truer", "byte 0: found 'truer', expected a value" },
    { "nul", "byte 0: found 'nul', expected a value" },
    { "False", "byte 0: found 'False', expected a value" },
    { "[", "byte 1: found the end, expected a value" },
    { "[1", "byte 2: found the end, expected ',' or ']'" },
    { "[1,", "byte 3: found the end, expected a value" },
    { "[1,]", "byte 3: found ']', expected a value" },
    { "[,1]", "byte 1: found ',', expected a value" },
    { "[1 2]", "byte 3: found '2', expected ',' or ']'" },
    { "[1}", "byte 2: found '}', expected ',' or ']'" },
    { "[}", "byte 1: found '}', expected a value" },
    { "{", "byte 1: found the end, expected a key in quotes" },
    { "{,}", "byte 1: found ',', expected a key in quotes" },
    { "{]", "byte 1: found ']', expected a key in quotes" },
    { "{1:2}", "byte 1: found '1', expected a key in quotes" },
    { "{'a':2}", "byte 1: found ''', expected a key in quotes" },
    { "{\"a\"", "byte 4: found the end, expected ':'" },
    { "{\"a\",1}", "byte 4: found ',', expected ':'" },
    { "{\"a\":}", "byte 5: found '}', expected a value" },
    { "{\"a\":1,}", "byte 7: found '}', expected a key in quotes" },
    { "{\"a\":1]", "byte 6: found ']', expected ',' or '}'" },
    { "// 1", "byte 0: found '/', expected a value" },
    { "\"", "byte 1: found the end, expected a quote that ends the string" },
    { "\"a", "byte 2: found the end, expected a quote that ends the string" },
    { "\"a\nb\"", "byte 2: found the byte 0x0a, expected an escape for it" },
    { "\"\\", "byte 2: found the end, expected one of \"\\/bfnrtu after \\" },
    { "\"\\'\"", "byte 2: found ''', expected one of \"\\/bfnrtu after \\" },
    { "\"\\x41\"", "byte 2: found 'x41', expected one of \"\\/bfnrtu after \\" },
    { "\"\\101\"", "byte 2: found '101', expected one of \"\\/bfnrtu after \\" },
    { "\"\\u12\"", "byte 5: found '\"', expected four hexadecimal digits after \\u" },
    { "\"\\u+123\"", "byte 3: found '+123', expected four hexadecimal digits after \\u" },
    { "\"\\udc00\"", "byte 3: found 'dc00', expected " PAIR },
    { "\"\\ud800\"", "byte 3: found 'd800', expected " PAIR },
    { "\"\\ud800x\"", "byte 3: found 'd800x', expected " PAIR },
    { "\"\\ud800\\n\"", "byte 3: found 'd800', expected " PAIR },
    { "\"\\ud800\\ud800\"", "byte 9: found 'd800', expected " PAIR },
    { "\"\\ud800\\u0041\"", "byte 9: found '0041', expected " PAIR },
    { "\"\377\"", "byte 1: found the byte 0xff, expected text in UTF-8" },
    { "[1] \355\240\200", "byte 4: found the byte 0xed, expected text in UTF-8" },
    { "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
      "byte 0: found 'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww...', expected a value" },
  };
  Json json = { 0 };

  for (gsize f = 0; f < G_N_ELEMENTS (faults); f++) {
    g_autofree char *message = pass (&json, faults[f].text, strlen (faults[f].text));
    cr_expect_str_eq (message, faults[f].message, "%s: %s", faults[f].text, message);
  }
  json_clear (&json);
}

Test (json, bytes_beyond_the_length_are_not_read)
{
  static const char *const texts[] = { "{\"a\":[true,-10.25e+1,\"\\u00e4\\ud83d\\ude00\"]}", "null",
                                       "false" };
  Json json = { 0 };

  for (gsize t = 0; t < G_N_ELEMENTS (texts); t++)
    for (gsize length = 0; length < strlen (texts[t]); length++) {
      g_autofree char *exact = g_memdup2 (texts[t], length);
      g_autofree char *message = pass (&json, exact, length);
      cr_expect_not_null (message, "%.*s", (int) length, texts[t]);
    }
  json_clear (&json);
}

Test (json, depth)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *message = NULL;
  Json json = { 0 };

  for (int depth = 1; depth <= JSON_MAX_DEPTH; depth++) {
    g_string_prepend (text, depth % 2 == 0 ? "{\"a\":[2],"
                                             "\"b\":"
                                           : "[");
    g_string_append (text, depth % 2 == 0 ? "}" : "]");
    if (depth == 1)
      continue;
    cr_expect_null (pass (&json, text->str, text->len), "depth %d", depth);
  }
  g_string_prepend_c (text, '[');
  message = pass (&json, text->str, text->len);
  cr_expect (strstr (message, "more than 64 arrays and objects") != NULL, "%s", message);
  json_clear (&json);
}

Test (json, integers)
{
  static const struct {
    const char *text;
    gint64 least, most, value;
  } good[] = {
    { "0", 0, 0, 0 },
    { "-0", 0, 9, 0 },
    { "7", -7, 7, 7 },
    { "-7", -7, 7, -7 },
    { "9223372036854775807", G_MININT64, G_MAXINT64, G_MAXINT64 },
    { "-9223372036854775808", G_MININT64, G_MAXINT64, G_MININT64 },
  };
  static const Fault bad[] = {
    { "[8]", "[0]: found 8, expected an integer from -7 to 7" },
    { "[-8]", "[0]: found -8, expected an integer from -7 to 7" },
    { "[1.0]", "[0]: found 1.0, expected an integer from -7 to 7" },
    { "[1e0]", "[0]: found 1e0, expected an integer from -7 to 7" },
    { "[18446744073709551615]", "[0]: found 18446744073709551615, expected an integer from -7 to 7" },
    { "[18446744073709551616]", "[0]: found 18446744073709551616, expected an integer from -7 to 7" },
    { "[18446744073709551617]", "[0]: found 18446744073709551617, expected an integer from -7 to 7" },
    { "[-18446744073709551615]", "[0]: found -18446744073709551615, expected an integer from -7 to 7" },
    { "[-36893488147419103231]", "[0]: found -36893488147419103231, expected an integer from -7 to 7" },
    { "[100000000000000000000000000000000000000000000]",
      "[0]: found 1000000000000000000000000000000000000000..., expected an integer from -7 to 7" },
    { "[\"1\"]", "[0]: found \"1\", expected an integer from -7 to 7" },
    { "[true]", "[0]: found true, expected an integer from -7 to 7" },
    { "[[1]]", "[0]: found [1], expected an integer from -7 to 7" },
    { "[]", NULL },
    { "[01]", "byte 1: found '01', expected " NUMBER },
    { "[1 1]", "byte 3: found '1', expected ',' or ']'" },
  };
  Json json = { 0 };
  gint64 value;

  for (gsize g = 0; g < G_N_ELEMENTS (good); g++) {
    cr_assert (json_begin (&json, good[g].text, strlen (good[g].text), NULL));
    cr_assert (json_integer (&json, good[g].least, good[g].most, &value, NULL), "%s", good[g].text);
    cr_expect_eq (value, good[g].value, "%s", good[g].text);
    cr_assert (json_end (&json, NULL));
  }
  for (gsize b = 0; b < G_N_ELEMENTS (bad); b++) {
    g_autoptr (GError) error = NULL;

    value = 42;
    cr_assert (json_begin (&json, bad[b].text, strlen (bad[b].text), NULL));
    cr_assert (json_enter (&json, '[', NULL));
    while (json_next (&json, &error) == JSON_VALUE)
      if (!json_integer (&json, -7, 7, &value, &error)) {
        cr_expect_eq (value, 42);
        break;
      }
    cr_expect_eq (error == NULL, bad[b].message == NULL);
    if (error != NULL)
      cr_expect_str_eq (error->message, bad[b].message);
  }
  json_clear (&json);
}

/* Every character, as it is and as escapes, and every surrogate alone. */
Test (json, strings)
{
  Json json = { 0 };

  for (gunichar c = 0; c <= 0x10ffff; c = c < 0xffff ? c + 1 : c + 251) {
    const gboolean is_surrogate = c >= 0xd800 && c <= 0xdfff;
    char utf8[6], text[32];
    int n = is_surrogate ? 0 : g_unichar_to_utf8 (c, utf8);
    const char *string;
    gsize length;

    if (c <= 0xffff)
      g_snprintf (text, sizeof text, "\"a\\u%04X\\u00e4b\"", c);
    else
      g_snprintf (text, sizeof text, "\"a\\u%04x\\u%04X\\u00e4b\"", 0xd800 + ((c - 0x10000) >> 10),
                  0xdc00 + (c & 0x3ff));
    cr_assert (json_begin (&json, text, strlen (text), NULL));
    cr_assert_eq (json_string (&json, &string, &length, NULL), !is_surrogate, "%s", text);
    if (is_surrogate)
      continue;
    cr_assert_eq (length, (gsize) n + 4);
    cr_assert (string[0] == 'a' && memcmp (string + 1, utf8, n) == 0
               && memcmp (string + 1 + n, "\303\244b", 3) == 0);
    if (c < 0x20 || c == '"' || c == '\\')
      continue;
    g_snprintf (text, sizeof text, "\"%.*s\"", n, utf8);
    cr_assert (json_begin (&json, text, strlen (text), NULL));
    cr_assert (json_string (&json, &string, &length, NULL));
    cr_assert (string == text + 1 && length == (gsize) n);
  }
  json_clear (&json);
}

/* Values are read in another order than they stand in, and the reader says where they are. */
Test (json, places_and_paths)
{
  static const char text[] = "{\"a\":{\"b\":[1,[2,{\"c\":3,\"d\\u0065\":\"x\"}],[]]},\"n\":12}";
  Json json = { 0 };
  JsonPlace inner, outer;
  g_autoptr (GError) error = NULL;
  gboolean boolean;
  gint64 value;
  gsize n;

  cr_assert (json_begin (&json, text, strlen (text), NULL) && json_enter (&json, '{', NULL));
  cr_assert_eq (json_next (&json, NULL), JSON_VALUE);
  cr_assert (json.key_length == 1 && json.key[0] == 'a');
  inner = json_place (&json);
  cr_assert (json_skip (&json, &n, NULL));
  cr_assert_eq (n, 1);
  cr_assert_eq (json_next (&json, NULL), JSON_VALUE);
  cr_assert (json_integer (&json, 0, 12, &value, NULL));
  cr_assert_eq (json_next (&json, NULL), JSON_CLOSED);
  outer = json_place (&json);

  json_return (&json, &inner);
  cr_assert (json_is (&json, '{') && !json_is (&json, '['));
  cr_assert (json_enter (&json, '{', NULL));
  cr_assert_eq (json_next (&json, NULL), JSON_VALUE);
  inner = json_place (&json);
  cr_assert (json_skip (&json, &n, NULL));
  cr_assert_eq (n, 3);
  json_return (&json, &inner);
  cr_assert (json_enter (&json, '[', NULL));
  cr_assert_eq (json_next (&json, NULL), JSON_VALUE);
  cr_assert (json_skip (&json, &n, NULL));
  cr_assert_eq (n, 0);
  cr_assert_eq (json_next (&json, NULL), JSON_VALUE);
  cr_assert (json_enter (&json, '[', NULL));
  cr_assert_eq (json_next (&json, NULL), JSON_VALUE);
  cr_assert (json_skip (&json, NULL, NULL));
  cr_assert_eq (json_next (&json, NULL), JSON_VALUE);
  cr_assert (json_enter (&json, '{', NULL));
  cr_assert_eq (json_next (&json, NULL), JSON_VALUE);
  cr_assert (json_skip (&json, NULL, NULL));
  cr_assert_eq (json_next (&json, NULL), JSON_VALUE);
  cr_assert_eq (json.key_length, 2);
  cr_assert (memcmp (json.key, "de", 2) == 0);
  cr_assert_not (json_boolean (&json, &boolean, &error));
  cr_assert_str_eq (error->message, "a.b[1][1].d\\u0065: found \"x\", expected true or false");

  json_return (&json, &outer);
  cr_assert (json_end (&json, NULL));
  json_clear (&json);
}

Test (json, wrong_kinds)
{
  static const Fault faults[] = {
    { "[1]", "byte 0: found [1], expected an object" },
    { " 1", "byte 1: found 1, expected an object" },
    { "x", "byte 0: found 'x', expected an object" },
    { "[x]", "byte 1: found 'x', expected a value" },
  };
  Json json = { 0 };

  for (gsize f = 0; f < G_N_ELEMENTS (faults); f++) {
    g_autoptr (GError) error = NULL;

    cr_assert (json_begin (&json, faults[f].text, strlen (faults[f].text), NULL));
    cr_assert_not (json_enter (&json, '{', &error));
    cr_expect_str_eq (error->message, faults[f].message);
  }
  json_clear (&json);
}

/* What is written is read back; what is not UTF-8 becomes U+FFFD, byte by byte. */
Test (json, written_strings)
{
  static const struct {
    const char *string;
    gsize length;
    const char *text;
  } cases[] = {
    { "", 0, "\"\"" },
    { "a/b", 3, "\"a/b\"" },
    { "\"\\\b\f\n\r\t", 7, "\"\\\"\\\\\\b\\f\\n\\r\\t\"" },
    { "\0\001\037\177", 4, "\"\\u0000\\u0001\\u001f\\u007f\"" },
    { "\303\244\0\360\237\230\200", 7, "\"\303\244\\u0000\360\237\230\200\"" },
    { "a\377b\303", 4, "\"a\357\277\275b\357\277\275\"" },
    { "\355\240\200", 3, "\"\357\277\275\357\277\275\357\277\275\"" },
  };
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_string_truncate (text, 0);
    json_append_string (text, cases[c].string, cases[c].length);
    cr_expect_str_eq (text->str, cases[c].text);
  }
}

Test (json, written_integers)
{
  static const gint64 integers[] = { 0, 1, -1, 9, 10, 1234567890, G_MAXINT64, G_MININT64 };

  for (gsize i = 0; i < G_N_ELEMENTS (integers); i++) {
    g_autoptr (GString) text = g_string_new ("a");
    g_autofree char *expected = g_strdup_printf ("a%" G_GINT64_FORMAT, integers[i]);

    json_append_integer (text, integers[i]);
    cr_expect_str_eq (text->str, expected);
  }
}

/* Random texts, most of them nearly JSON. What the reader takes, a lenient parser takes too. */
Test (json, random_texts)
{
  static const char *const pieces[] = { "{",    "}",    "[",    "]",  ",",      ":",       "\"", "\"a\"",
                                        "\\",   "\\u",  "d800", "1",  "-",      ".",       "e",  "0",
                                        "true", "null", " ",    "\n", "\"k\":", "\303\244" };
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  Json json = { 0 };
  int n_good = 0;

  for (int round = 0; round < 200000; round++) {
    int n_pieces = g_rand_int_range (random, 1, 9);
    g_autofree char *message = NULL;

    g_string_truncate (text, 0);
    for (int p = 0; p < n_pieces; p++)
      g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
    message = pass (&json, text->str, text->len);
    if (message != NULL)
      continue;
    n_good++;
    cr_assert (json_parser_load_from_data (parser, text->str, text->len, NULL), "%s", text->str);
  }
  cr_assert_gt (n_good, 1000);
  json_clear (&json);
}
