/* plot.mjs - plots of tables: lines against numbers, or a bar for each row. Colours are those of the page. */
import { drawn } from "./dom.mjs";

const HEIGHT = 320, LEFT = 56, RIGHT = 16, TOP = 44, BOTTOM = 44, MOST_BARS = 20;

/* The style of a plot that is saved: that of browser.css with the colours of light pages, without variables, which only browsers know. */
export const PLOT_STYLE = `svg.plot{font-family:sans-serif;font-size:12px}svg.plot text{fill:#111}svg.plot .grid{stroke:#ddd}
svg.plot .axis{stroke:#59636e}svg.plot .series{fill:none;stroke-width:2}svg.plot .paper{fill:#fff}svg.plot .bar{fill:#0b57a4}
svg.plot .s0{stroke:#0b57a4}svg.plot .s1{stroke:#b3142a;stroke-dasharray:6 3}svg.plot .s2{stroke:#59636e;stroke-dasharray:2 3}
svg.plot circle{stroke:none}svg.plot circle.s0{fill:#0b57a4}svg.plot circle.s1{fill:#b3142a}svg.plot circle.s2{fill:#59636e}`;

/* Steps of 1, 2 or 5 times a power of ten, about five up to the greatest. */
function ticksUpTo (greatest)
{
  const rough = greatest / 5 || 1, power = 10 ** Math.floor (Math.log10 (rough));
  const step = [1, 2, 5, 10].map (n => n * power).find (n => n >= rough);
  return Array.from ({ length: Math.floor (greatest / step + 1e-9) + 1 }, (_, i) => Number ((i * step).toPrecision (6)));
}

function sheet (title, width, height)
{
  return drawn ("svg", { class: "plot", role: "img", viewBox: `0 0 ${width} ${height}`, width, height,
    xmlns: "http://www.w3.org/2000/svg" },
    drawn ("title", {}, title));
}

const label = (text, x, y, anchor = "middle") => drawn ("text", { x, y, "text-anchor": anchor }, text);

/* Powers of ten at their logarithms up to the greatest, about twelve at most, as the program has them in its plots. */
const MOST_ZEROS = 3, MOST_POWERS = 12;
function powersUpTo (greatest)
{
  const step = Math.max (1, Math.ceil (greatest / MOST_POWERS));
  return Array.from ({ length: Math.floor (greatest / step) + 1 }, (_, i) => i * step);
}
const raised = n => [...String (n)].map (digit => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join ("");
const power = n => n <= MOST_ZEROS ? String (10 ** n) : "10" + raised (n);

/* series: { name, points: [[x, y, what the point says]] }; width: in pixels. hasPowers: y are decimal logarithms, and the axis has
 * the numbers themselves.
 */
export function linePlot ({ title, xName, yName, series, hasPowers = false, width: wide })
{
  const all = series.flatMap (one => one.points), svg = sheet (title, wide, HEIGHT);
  const most = [0, 1].map (i => Math.max (...all.map (point => point[i]), 0) || 1);
  if (hasPowers)
    most[1] = Math.max (1, Math.ceil (most[1]));
  const x = value => LEFT + (wide - LEFT - RIGHT) * value / most[0],
    y = value => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most[1];
  for (const value of hasPowers ? powersUpTo (most[1]) : ticksUpTo (most[1]))
    svg.append (drawn ("path", { class: "grid", d: `M${LEFT} ${y (value)}H${wide - RIGHT}` }),
      label (hasPowers ? power (value) : value, LEFT - 6, y (value) + 4, "end"));
  for (const value of ticksUpTo (most[0]))
    svg.append (label (value, x (value), HEIGHT - BOTTOM + 16));
  svg.append (drawn ("path", { class: "axis", d: `M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${wide - RIGHT}`, fill: "none" }),
    label (xName, (LEFT + wide - RIGHT) / 2, HEIGHT - 8), label (yName, 4, 14, "start"));
  let at = wide - RIGHT;
  [...series.entries ()].reverse ().forEach (([i, { name, points }]) => {
    svg.append (drawn ("path", { class: `series s${i}`,
      d: points.map (([a, b], n) => `${n ? "L" : "M"}${x (a).toFixed (1)} ${y (b).toFixed (1)}`).join ("") }));
    for (const [a, b, says] of points)
      svg.append (drawn ("circle", { class: `s${i}`, cx: x (a).toFixed (1), cy: y (b).toFixed (1), r: 3 },
        drawn ("title", {}, says)));
    if (series.length > 1) {
      svg.append (label (name, at, 32, "end"));
      at -= 7 * name.length + 8;
      svg.append (drawn ("path", { class: `series s${i}`, d: `M${at - 22} 28h24` }));
      at -= 36;
    }
  });
  return svg;
}

/* rows: [name, value]; the greatest are shown. */
export function barPlot ({ title, rows, width: wide })
{
  const shown = rows.filter (([, value]) => value > 0).sort ((a, b) => b[1] - a[1]).slice (0, MOST_BARS);
  const most = Math.max (...shown.map (row => row[1]), 1), side = wide < 500 ? 110 : 150, height = 30 + 20 * shown.length;
  const svg = sheet (title, wide, height);
  svg.append (label (title, 4, 14, "start"));
  shown.forEach (([name, value], i) => {
    const y = 24 + 20 * i, width = (wide - side - 60) * value / most;
    svg.append (label (name, side - 6, y + 12, "end"),
      drawn ("rect", { class: "bar", x: side, y: y + 1, width: width.toFixed (1), height: 14 }),
      label (value, side + width + 6, y + 12, "start"));
  });
  return shown.length > 0 ? svg : null;
}
