/* Scrolls narrow boxes to the first arc that is marked, or to the first word, and fades edges beyond which there is more.
 * Captions stay in view, beside the edge that fades.
 */
const fade = box => {
  const left = Math.abs (box.scrollLeft);
  box.classList.toggle ('more-before', left > 2);
  box.classList.toggle ('more-after', left + box.clientWidth < box.scrollWidth - 2);
  for (const caption of box.querySelectorAll ('.caption'))
    caption.style.transform = left > 2 ? `translateX(${left + 32}px)` : '';
};
const settle = box => {
  const mark = box.querySelector ('.found') ?? box.querySelector ('.differs, .other, .moved, .nonprojective');
  if (mark === null && box.querySelector ('svg.mirrored') !== null)
    box.scrollLeft = box.scrollWidth;
  if (mark !== null && box.scrollWidth > box.clientWidth) {
    const place = mark.getBoundingClientRect (), frame = box.getBoundingClientRect ();
    const middle = place.left - frame.left - Math.max (16, (box.clientWidth - place.width) / 2);
    if (place.left < frame.left || place.right > frame.right)
      box.scrollLeft = middle;
  }
  box.onscroll = () => fade (box);
  fade (box);
};
const settleAll = () => document.querySelectorAll ('figure.tree .wide:has(svg)').forEach (settle); /* by parts.js, once all has its place */
addEventListener ('resize', () => document.querySelectorAll ('figure.tree .wide').forEach (fade));
/* What is found in sentences: a choice of kinds, the most frequent first; shown are sentences with the chosen one, and its arcs.
 * Drawings say where it is by data-change.
 */
const figures = [...document.querySelectorAll ('figure.tree')];
const kindsOf = figure => figure.dataset.kinds?.split ('\n').filter (kind => kind !== '') ?? [];
const kinds = new Map ();
for (const figure of figures)
  for (const kind of kindsOf (figure))
    kinds.set (kind, (kinds.get (kind) ?? 0) + 1);
const kindChoice = document.createElement ('select'), kindLabel = document.createElement ('label');
const kindsShown = document.createElement ('output');
let isSought = () => true;
const dim = box => {
  for (const arc of box.querySelectorAll ('[data-change]'))
    arc.classList.toggle ('unchosen', kindChoice.value !== '' && arc.dataset.change !== kindChoice.value);
};
const choose = () => {
  let n = 0;
  for (const figure of figures) {
    figure.hidden = !(kindChoice.value === '' || kindsOf (figure).includes (kindChoice.value)) || !isSought (figure);
    n += !figure.hidden;
    dim (figure);
  }
  kindsShown.textContent = ` in ${n} ${n === 1 ? 'sentence' : 'sentences'}`;
  document.querySelectorAll ('figure.tree .more-before, figure.tree .more-after').forEach (fade);
};
if (kinds.size > 0) {
  const sorted = [...kinds].sort ((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  kindChoice.append (new Option (`all: ${sorted.reduce ((sum, [, n]) => sum + n, 0)}`, ''));
  for (const [kind, n] of sorted)
    kindChoice.append (new Option (`${kind}: ${n}`, kind));
  kindChoice.onchange = choose;
  kindLabel.append ('Show ', kindChoice, kindsShown);
  kindLabel.className = 'changes';
  if (kinds.size > 1)
    figures[0].before (kindLabel);
  choose ();
}
