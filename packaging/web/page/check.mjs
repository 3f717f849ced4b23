/* check.mjs - the tab of findings: the program's page of them, with the way to edit a sentence. */
import { element, button, messagesBox, pageOf, partOf, save, stem } from "./dom.mjs";
import { chooseTests, showTrees } from "./scripts.mjs";

export function checkPanel (app, panel)
{
  const result = element ("div");
  const run = (...words) => app.client.call ("run", { words: ["check", "--fail=never", ...words], isFolded: true });

  function saves (html)
  {
    const name = stem (app.info.name), saving = (ending, ...words) => () => app.work (null, async () => save (name + ending, (await run (...words)).text));
    return element ("p", { class: "saves" },
      button ("Save findings (TSV)", saving (".findings.tsv", "--order=suspect")), " ",
      button ("Save page (HTML)", () => save (name + ".findings.html", html, "text/html")), " ",
      button ("Save with all repairs (CoNLL-U)", saving (".repaired.conllu", "--write=repair")));
  }

  return {
    async show ()
    {
      panel.replaceChildren (element ("p", {}, "Words that probably have a wrong head, each with another head for it. With that head fewer arcs are not projective. "
        + "Errors are nearly always wrong, warnings often. Notes are often right as they are: read them last."), result);
      await app.work (result, async () => {
        const { text, messages } = await run ("--format=html"), page = pageOf (text);
        const parts = [...page.querySelectorAll ("fieldset.tests, section.checked, body > p")].filter (part => !/^(Arcs that|What UD)/.test (part.textContent));
        const sections = parts.filter (part => part.matches ("section"));
        result.replaceChildren (...messagesBox (messages), ...sections.length > 0 ? [saves (text)] : [element ("p", {}, "Nothing was found.")],
          ...parts.filter (part => sections.length > 0 || !part.matches ("fieldset")).map (part => document.adoptNode (part)));
        for (const section of sections) {
          const number = Number (/sentence (\d+) of /.exec (section.querySelector ("figcaption").textContent)[1]);
          section.append (element ("p", { class: "actions" }, button ("Edit", () => app.edit (number), { "aria-label": `Edit sentence ${number}` })));
        }
        chooseTests (partOf (result));
        const listened = partOf (result);
        showTrees (listened);
      });
    }
  };
}
