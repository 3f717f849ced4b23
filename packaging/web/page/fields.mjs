/* fields.mjs - the boxes of the word that is chosen in the editor, one for each column, and what is odd about their values. */
import { element, choice } from "./dom.mjs";
import { offered, doubt } from "./values.mjs";

export const COLUMNS = { DEPREL: "Relation", UPOS: "UPOS", XPOS: "XPOS", LEMMA: "Lemma", FEATS: "FEATS", DEPS: "Enhanced", MISC: "MISC" };
const SIZES = { DEPREL: 12, UPOS: 6, XPOS: 6, LEMMA: 10, FEATS: 24, DEPS: 18, MISC: 18 };
const LISTS = { DEPREL: "relations", UPOS: "parts-of-speech" };
const KEYS = { DEPREL: "r", UPOS: "u", XPOS: "x", LEMMA: "l", FEATS: "f", DEPS: "e", MISC: "m", head: "h" };
const BLANKS = ["LEMMA", "MISC"]; /* columns that may have blanks */

/* Why a value cannot stand in a column, in words. */
export const fault = (column, value) => /[\t\n\r]/.test (value) || (/\s/.test (value) && !BLANKS.includes (column)) ? `Not changed: ${column} has no blanks.` : "";

/* part: where the boxes are; editor: what they call: choose, setHead, setField, back. */
export class Fields {
  constructor (app, part, editor) { Object.assign (this, { app, part, editor }); }

  /* The values of a column, as lists offer them. */
  offered (column) { return offered (column, this.app.values (column)); }

  doubtOf (column, own, n)
  {
    const value = own.fields[this.app.info.places[column]];
    return doubt (column, value, this.app.isUsed (column, value), n);
  }

  box (column, own, isOdd)
  {
    const { app, editor } = this, value = own.fields[app.info.places[column]] ?? "";
    const input = element ("input", { name: column, value, size: SIZES[column], list: LISTS[column], autocomplete: "off", spellcheck: "false", dir: "auto", "aria-invalid": isOdd ? "true" : null,
      onchange: event => editor.setField (column, event.target.value.trim ()), onkeydown: event => {
        if (event.key == "Escape")
          input.value = value;
        if (event.key == "Escape" || event.key == "Enter") {
          event.preventDefault ();
          input.blur ();
          editor.back ();
        }
      } });
    return element ("label", { title: `Key: ${KEYS[column]}` }, COLUMNS[column] + " ", input);
  }

  /* Makes the boxes of a word anew. Who was in one stays there. */
  show (words, chosen)
  {
    const { app: { info: { places } }, part, editor } = this, focused = part.contains (document.activeElement) ? document.activeElement.name : null;
    const own = words[chosen], all = words.map ((word, i) => [String (i), i == 0 ? "0, the root" : `${i} ${word.form}`]), there = Object.keys (COLUMNS).filter (column => places[column] >= 0);
    const word = choice ("Word", all.slice (1), value => editor.choose (Number (value)), String (chosen)),
      head = choice ("Head", [...Number.isNaN (own.head) ? [["", "none yet"]] : [], ...all.filter ((_, i) => i != chosen)], value => value && editor.setHead (chosen, Number (value)), Number.isNaN (own.head) ? "" : String (own.head));
    word.select.name = "word";
    head.select.name = "head";
    head.label.title = `Key: ${KEYS.head}`;
    const doubts = new Map (there.map (column => [column, this.doubtOf (column, own, words.length - 1)]));
    part.replaceChildren (word.label, head.label, ...there.map (column => this.box (column, own, doubts.get (column) != "")),
      ...[...doubts.values ()].filter (text => text).map (text => element ("span", { class: "unknown" }, text)));
    if (focused)
      part.querySelector (`[name="${focused}"]`)?.focus ();
  }

  /* Goes to the box of a column. */
  focus (column)
  {
    const box = this.part.querySelector (`[name="${column}"]`);
    box?.focus ();
    box?.select ();
  }
}
