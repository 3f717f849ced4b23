/* text.mjs - sentences edited as text, for what a drawing does not show, or where there is none; and what all editors do when they begin and
 * end. */
import { Cancelled } from "./client.mjs";
import { element, button } from "./dom.mjs";

/* Ends the editing of a sentence: a place for its drawing stands where the editor was. */
export async function endEditing (app, number, editor, whenDone)
{
  app.editing = null;
  editor.replaceWith (element ("figure", { class: "tree", "data-number": number }));
  await whenDone ();
}

/* Ends what is edited, for another sentence; returns whether it may. */
export async function leaveEditing (app)
{
  if (!app.mayLeaveText ())
    return false;
  await app.editing?.done ();
  return true;
}

/* The lines of a sentence in a box. A box has LF for CR LF: the ends of lines are those of the sentence. A blank line between words makes it
 * two sentences. */
export async function editText (app, number, figure, whenDone)
{
  if (!await leaveEditing (app))
    return;
  const before = await app.client.call ("sentence", { number }), newline = before.includes ("\r\n") ? "\r\n" : "\n",
    inBox = text => text.replace (/\r\n?/g, "\n").replace (/^\n+|\n+$/g, ""), end = /[\r\n]*$/.exec (before)[0],
    status = element ("p", { role: "alert" });
  const box = element ("textarea", { rows: Math.min (24, before.split ("\n").length + 1), spellcheck: false, wrap: "off",
    dir: "auto", "aria-label": `Sentence ${number} as text` });
  const editor = element ("section", { class: "editor", "data-number": number, "aria-label": `Edit sentence ${number} as text` },
    box, status,
    element ("p", { class: "actions" }, button ("Done", () => app.inOrder (take)), button ("Leave as it was", () => done ())));
  const isChanged = () => inBox (box.value) != inBox (before);
  /* Makes the text an edit, and ends editing; returns whether it could. */
  async function take ()
  {
    const text = inBox (box.value);
    if (text == "") {
      status.textContent = "There is no sentence. To delete it, leave it as it was, and press 'Delete sentence' where it is edited.";
      return false;
    }
    if (isChanged ())
      try {
        const after = text.replaceAll ("\n", newline) + end, made = await app.apply ([{ number, before, after, isText: true }], "was edited as text");
        if (made.to != 1) {
          app.editing = null;
          await app.editNumber (number);
          return true;
        }
      } catch (error) {
        if (error instanceof Cancelled)
          throw error;
        status.textContent = error.message;
        return false;
      }
    await done ();
    return true;
  }
  const done = () => endEditing (app, number, editor, whenDone);
  box.value = inBox (before);
  figure.replaceWith (editor);
  app.editing = { number, done, reload: done, isChanged, take };
  box.focus ();
}
