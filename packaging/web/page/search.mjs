/* search.mjs - the box for a query, which holds in all tabs but that of files. Where an expression is wrong, that is said below the box, and
 * what was found before stays. A list to open has what can be asked, from the program's own table.
 */
import { byId, element, button } from "./dom.mjs";
import { QUERIES, textQuery, bothOf, placeOf, meantBy, sectionsOf, completions } from "./query.mjs";

const MOST_OFFERED = 12;

export class Search {
  /* onSet: called when another query holds; onChange: when the user has asked for it, to show what it finds. */
  constructor (app, { onSet, onChange })
  {
    Object.assign (this, { app, onSet, onChange, text: "", found: null, help: null, form: byId ("search"), box: byId ("where"), wrong: byId ("wrong"), list: byId ("asked") });
    this.form.onsubmit = event => {
      event.preventDefault ();
      this.press (this.box.value);
    };
    byId ("clear").onclick = () => this.press ("");
    this.box.oninput = () => this.offer ();
    this.list.ontoggle = () => this.list.open && app.work (this.list.lastChild, () => this.explain ());
  }

  get isAny () { return this.text == ""; }
  get kind () { return this.app.info.kind; }

  /* What the query finds in the treebank as it is: { numbers, messages }. */
  async find (where = this.text)
  {
    const edition = this.app.edition ();
    if (this.found?.where != where || this.found.edition != edition)
      this.found = { where, edition, ...await this.app.client.call ("filter", { where }) };
    return this.found;
  }

  /* The numbers of these sentences; null without a query. */
  async numbers () { return this.isAny ? null : (await this.find ()).numbers; }

  /* Has another query hold, which is not wrong. */
  set (text)
  {
    this.text = this.box.value = text;
    byId ("clear").hidden = this.isAny;
    this.tell ();
    this.onSet ();
  }

  /* Has a query hold if the program takes it; returns whether it does. */
  async take (given)
  {
    const text = given.trim ();
    try {
      if (text != "")
        await this.find (text);
    } catch (error) {
      const [, message] = error.message.split (`--where: '${text}': `);
      if (!message)
        throw error;
      this.box.value = text;
      this.tell (message);
      return false;
    }
    this.set (text);
    return true;
  }

  /* Takes a query, and shows what it finds. */
  press (text)
  {
    return this.app.work (null, async () => {
      if (!this.app.mayLeaveText ())
        this.set (this.text);
      else if (await this.take (text))
        await this.onChange ();
    });
  }

  /* Adds a condition, and shows the sentences that meet both. isOfWords: another word may meet it. */
  async lead (condition, isOfWords)
  {
    if (this.app.mayLeaveText () && await this.take (bothOf (this.text, condition, isOfWords)))
      await this.app.showSentences ();
  }

  /* Says what is wrong with the expression in the box, at its place, and what may be meant; or nothing. */
  tell (message = "")
  {
    const text = this.box.value, [from, to] = placeOf (text, message), plain = textQuery (text);
    this.box.setAttribute ("aria-invalid", message != "");
    this.wrong.replaceChildren (...message == "" ? [] : [element ("code", {}, text.slice (0, from), element ("mark", {}, text.slice (from, to) || "\u00a0"), text.slice (to)), `: ${message} `,
      ...this.meant (message), ...plain ? [button (`Search the text for “${text}”`, () => this.press (plain))] : []]);
    if (message != "" && document.activeElement == this.box)
      this.box.setSelectionRange (from, to);
  }

  /* A button for what the program says is meant; or nothing. */
  meant (message)
  {
    const text = this.box.value, meant = meantBy (text, message);
    return meant ? [button (`Use ${meant[2]}`, () => this.press (text.slice (0, meant[0]) + meant[2] + text.slice (meant[1])))] : [];
  }

  /* The sections of the program's help on attributes that these trees have, and that on expressions. */
  async sections ()
  {
    this.help ??= await Promise.all (["attributes", "selection"].map (async page => sectionsOf (await this.app.client.call ("help", { words: ["help", page] }))));
    const [attributes, selection] = this.help, isOfBrackets = ({ title }) => / brackets/.test (title);
    return [...attributes.filter (one => this.kind == "brackets" ? isOfBrackets (one) || / sentences/.test (one.title) : !isOfBrackets (one)), ...selection.slice (-1)];
  }

  /* Offers what may follow the letters in the box. */
  async offer ()
  {
    const typed = this.box.value, sections = await this.sections ();
    if (typed == this.box.value)
      byId ("offers").replaceChildren (...completions (typed, sections.slice (0, -1).flatMap (({ rows }) => rows.map (([name]) => name)), this.app.values).slice (0, MOST_OFFERED).map (value => element ("option", { value })));
  }

  /* Shows what can be asked: queries to begin with, attributes, which a press puts into the box, and what expressions are made of. */
  async explain ()
  {
    const put = name => button (name, () => {
      this.box.setRangeText (name.replace (/NAME$/, ""), this.box.selectionStart, this.box.selectionEnd, "end");
      this.box.focus ();
    }, { class: "link" });
    const rowsOf = (rows, act) => element ("dl", {}, ...rows.flatMap (([name, help]) => [element ("dt", {}, act (name)), element ("dd", {}, help)]));
    const sections = await this.sections ();
    this.list.lastChild.replaceChildren (element ("h2", {}, "For instance"), rowsOf (QUERIES[this.kind], name => button (name, () => this.press (name), { class: "link" })),
      ...sections.flatMap (({ title, rows }, i) => [element ("h2", {}, title), i < sections.length - 1 ? rowsOf (rows, put)
        : rowsOf (rows.map (([name, help]) => [name.replace ("--where E", "E"), help.replace (/ Two --where .*/, "")]), name => element ("code", {}, name))]));
  }
}
