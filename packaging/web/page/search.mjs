/* search.mjs - what is searched for: conditions, which become an expression of the program. The form in the tab of sentences sets them;
 * one line above the tabs' panels shows all that are set, and clears them.
 */
import { byId, element, button, choice, nameBoxes } from "./dom.mjs";

const TREES = { all: "all", nonprojective: "not projective", projective: "projective", illnested: "ill-nested", lost: "that lose arcs" };
const OF_TREES = { nonprojective: "not projective", projective: "projective", illnested: "not class.wn", lost: "lost_arcs>0" };
const OF_WORD = { deprel: "Relation", upos: "UPOS", form: "Form", lemma: "Lemma", feats: "FEATS" };
const OF_HEAD = { "head-deprel": "Head's relation", "head-upos": "Head's UPOS", "head-form": "Head's form", "head-lemma": "Head's lemma",
  "head-feats": "Head's FEATS" };
const OF_SENTENCE = { "min-words": "Words from", "max-words": "to", text: "Text", id: "sent_id", class: "Class" };
const OF_TREE = { label: "Label", tag: "Tag" }; /* of brackets */
const NAMES = { trees: "Trees", ...OF_WORD, ...OF_HEAD, ...OF_SENTENCE, ...OF_TREE };
nameBoxes ({ ...OF_WORD, ...OF_HEAD, ...OF_SENTENCE, ...OF_TREE, "max-words": "Words to" });
const HAVE_PHRASES = ["min-words", "max-words", "text", "id", ...Object.keys (OF_TREE)];
const OWN = ["text", ...Object.keys (OF_TREE)]; /* what the page looks for in brackets, where the program has no conditions on it */
const HINTS = { deprel: "nsubj, nsubj*", upos: "NOUN,ADJ", form: "word, w*d", feats: "Case=Gen", class: "planar, !wn", text: "part of the text", label: "NP, ADV*", tag: "NN, V*" };
const LISTED = { deprel: "relations", "head-deprel": "relations", upos: "parts-of-speech", "head-upos": "parts-of-speech" };

const isOfWords = name => name in OF_WORD || name in OF_HEAD;
const hasCapitals = name => /^(head-)?(form|lemma)$/.test (name) || name == "text";

/* What is written without capitals is found with them as well. */
function variants (value)
{
  const first = value.replace (/\p{Ll}/u, letter => letter.toLocaleUpperCase ());
  return value == value.toLocaleLowerCase () ? [...new Set ([value, first, value.toLocaleUpperCase ()])] : [value];
}

const quoted = text => `"${text.replace (/\\?"/g, '\\\\"')}"`;

/* The expression of a condition on words or on sentences, of values with commas between them. */
function expressionOf (name, value)
{
  const attribute = name.replace ("head-", "head."), values = value.split (/(?<!\\),/).map (one => one.trim ());
  if (name == "trees")
    return OF_TREES[value];
  if (name == "class")
    return values.map (one => `class.${one}`).join (" or ");
  if (name.endsWith ("-words"))
    return `words${name == "min-words" ? ">=" : "<="}${value}`;
  if (name == "text")
    return "text=" + variants (value).map (text => quoted (`*${text}*`)).join ();
  if (name.endsWith ("feats"))
    return values.map (one => one == "_" ? `${attribute}=_` : one.replace (/^([^=]*)=?(.*)/u, (_, feature, of) => `${attribute}.${feature}=${quoted (of)}`)).join (" or ");
  return `${name == "id" ? "sent_id" : attribute}=${(hasCapitals (name) ? values.flatMap (variants) : values).map (quoted).join ()}`;
}

/* The options for conditions, each a name and a value: one word meets all those on words. ! before a value asks for sentences without such
 * a word, or text. */
function optionsOf (conditions)
{
  const parts = conditions.map (([name, value]) => !value.startsWith ("!") ? `(${expressionOf (name, value)})`
    : `${isOfWords (name) ? "none" : "not "}(${expressionOf (name, value.slice (1).trim ())})`);
  return parts.length > 0 ? ["--where=" + parts.join (" and ")] : [];
}

/* A value as it stands, without signs that patterns have. */
export const exactly = value => value.replace (/[\\*?,]/g, "\\$&");

export class Search {
  /* onSet: called when conditions were set; onChange: when the user changed them, to show what they find. */
  constructor (app, { onSet, onChange })
  {
    Object.assign (this, { app, onSet, onChange, values: {}, accepted: {} });
  }

  get isAny () { return Object.keys (this.values).length == 0; }
  get isOfPhrases () { return this.app.info.kind == "brackets"; }

  /* The conditions, for the worker: options of the program, and those of its own. */
  asked ()
  {
    const all = Object.entries (this.values), isOwn = ([name]) => this.isOfPhrases && OWN.includes (name);
    return { conditions: optionsOf (all.filter (one => !isOwn (one))), own: Object.fromEntries (all.filter (isOwn)) };
  }

  /* Numbers of the sentences that meet all conditions; null where there are none. */
  async numbers () { return this.isAny ? null : (await this.app.client.call ("filter", this.asked ())).numbers; }

  /* Those that find words, which drawings mark. */
  marks ()
  {
    const names = Object.keys (this.values), isMarked = name => isOfWords (name) && !this.values[name].startsWith ("!");
    return names.some (isMarked) ? optionsOf (names.filter (isMarked).map (name => [name, this.values[name]])) : [];
  }

  /* The program has found sentences by the conditions; or it refuses them: those before hold again. Returns whether there are others. */
  accept () { this.accepted = this.values; }
  revert ()
  {
    const isOther = this.accepted != this.values;
    this.values = this.accepted;
    this.onSet ();
    this.showLine ();
    return isOther;
  }

  /* Other conditions in place of all. */
  set (values)
  {
    const has = name => this.isOfPhrases ? HAVE_PHRASES.includes (name) : name in NAMES && !(name in OF_TREE);
    this.values = Object.fromEntries (Object.entries (values).filter (([name, value]) => has (name) && value != "" && !(name == "trees" && !OF_TREES[value])));
    this.onSet ();
    this.showLine ();
  }

  async change (values)
  {
    if (!this.app.mayLeaveText ())
      return false;
    this.set (values);
    await this.onChange ();
    return true;
  }

  /* Adds conditions, and shows the sentences that meet them all. */
  async lead (values)
  {
    if (!this.app.mayLeaveText ())
      return;
    this.set ({ ...this.values, ...values });
    await this.app.showSentences ();
  }

  /* The line of what is set. */
  showLine ()
  {
    const line = byId ("filter"), without = name => Object.fromEntries (Object.entries (this.values).filter (([other]) => other != name));
    const inWords = (name, value) => `${name == "max-words" ? "Words to" : NAMES[name]} ${name == "trees" ? TREES[value] : value}`;
    line.hidden = this.isAny;
    line.replaceChildren (element ("span", {}, "Only sentences with"), element ("span", { class: "not-here" }, "This table is of whole files. In the other tabs, only sentences with"), ...Object.entries (this.values).map (([name, value]) =>
      button ([inWords (name, value), element ("span", { class: "cross" }, " ×")], () => this.change (without (name)),
        { "aria-label": `Without the condition ${inWords (name, value)}` })),
      button ("Clear", () => this.change ({}), { "aria-label": "Clear all conditions" }));
  }

  input (name, attributes = {})
  {
    return element ("label", {}, NAMES[name] + " ", element ("input", { size: 9, value: this.values[name] ?? "", name, list: LISTED[name],
      placeholder: HINTS[name], autocomplete: "off", spellcheck: "false", ...attributes, onchange: async ({ target }) => {
      if (!await this.change ({ ...this.values, [name]: target.value.trim () }))
        target.value = this.values[name] ?? "";
    } }));
  }

  form ()
  {
    const trees = choice ("Trees", Object.entries (TREES), async value => {
      if (!await this.change ({ ...this.values, trees: value }))
        trees.select.value = this.values.trees ?? "all";
    }, this.values.trees ?? "all");
    const number = { type: "number", min: 1, class: "short", placeholder: null }, isWide = { size: 16, type: "search" };
    const more = [...this.isOfPhrases ? [] : [...Object.keys (OF_HEAD), "class"], "id"];
    return element ("form", { class: "controls", role: "search", "aria-label": "Search", onsubmit: event => event.preventDefault () },
      ...this.isOfPhrases ? Object.keys (OF_TREE).map (name => this.input (name)) : [trees.label, ...Object.keys (OF_WORD).map (name => this.input (name))],
      this.input ("text", { ...isWide, placeholder: this.isOfPhrases ? "words" : HINTS.text }),
      this.input ("min-words", { ...number, "aria-label": "Words, at least" }), this.input ("max-words", { ...number, "aria-label": "Words, at most" }),
      element ("details", { open: more.some (name => name in this.values) }, element ("summary", {}, "More"),
        element ("div", { class: "controls" }, ...more.map (name => this.input (name))),
        ...this.isOfPhrases ? [] : [element ("p", { class: "hint" }, "One and the same word meets all conditions on words. nsubj does not find nsubj:pass, nsubj* does: * is any letters, ? one letter, "
          + "a comma means or. ! before all asks for sentences without such a word. Small letters find capitals too.")]));
  }
}
