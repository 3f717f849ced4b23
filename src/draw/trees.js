/* Scrolls narrow boxes to the first arc that is marked, or to the first word, and fades edges beyond which there is more.
 * Captions stay in view, beside the edge that fades. */
for (const box of document.querySelectorAll ('figure.tree .wide')) {
  const fade = () => {
    const left = Math.abs (box.scrollLeft);
    box.classList.toggle ('more-before', left > 2);
    box.classList.toggle ('more-after', left + box.clientWidth < box.scrollWidth - 2);
    for (const caption of box.querySelectorAll ('.caption'))
      caption.style.transform = left > 2 ? `translateX(${left + 32}px)` : '';
  };
  const mark = box.querySelector ('.differs, .other, .moved, .nonprojective');
  if (mark === null && box.querySelector ('svg.mirrored') !== null)
    box.scrollLeft = box.scrollWidth;
  if (mark !== null && box.scrollWidth > box.clientWidth) {
    const place = mark.getBoundingClientRect (), frame = box.getBoundingClientRect ();
    const middle = place.left - frame.left - Math.max (16, (box.clientWidth - place.width) / 2);
    if (place.left < frame.left || place.right > frame.right)
      box.scrollLeft = middle;
  }
  box.addEventListener ('scroll', fade, {passive: true});
  addEventListener ('resize', fade);
  fade ();
}
/* Differences of two annotations: a choice of them, the most frequent first; shown are its arcs and the drawings with them. */
{
  const arcs = [...document.querySelectorAll ('.differs, .node.other.alone')];
  const counts = new Map ();
  for (const arc of arcs)
    counts.set (arc.dataset.change, (counts.get (arc.dataset.change) ?? 0) + 1);
  const changes = [...counts].sort ((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (arcs.length > 0) {
    const label = document.createElement ('label'), select = document.createElement ('select');
    const shown = document.createElement ('output');
    const figures = [...document.querySelectorAll ('figure.tree')];
    select.append (new Option (`all differences: ${arcs.length}`, ''));
    for (const [change, n] of changes)
      select.append (new Option (`${change}: ${n}`, change));
    const choose = () => {
      const chosen = arc => select.value === '' || arc.dataset.change === select.value;
      let n = 0;
      for (const figure of figures) {
        figure.hidden = ![...figure.querySelectorAll ('[data-change]')].some (chosen);
        n += !figure.hidden;
      }
      for (const arc of document.querySelectorAll ('[data-change]'))
        arc.classList.toggle ('unchosen', !chosen (arc));
      shown.textContent = ` in ${n} ${n === 1 ? 'drawing' : 'drawings'}`;
      dispatchEvent (new Event ('resize'));
    };
    select.onchange = choose;
    label.append ('Show ', select, shown);
    label.className = 'changes';
    figures[0].before (label);
    choose ();
  }
}
