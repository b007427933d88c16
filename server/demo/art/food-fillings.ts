/** What fills a vessel, drawn on the sheet itself: broth, noodles, rice, sauce. */
import { darker, type Layer, lighter, n, outline, solid } from './brush.ts';
import { circle, line, oval, spot } from './marks.ts';

export const broth =
  (color: string, drops = 12): Layer =>
  (b) => {
    let oil = '';
    for (let i = 0; i < drops; i += 1) {
      const [x, y] = spot(b, 50);
      oil += circle(
        80 + x,
        80 + y,
        b.rand(1.5, 4),
        lighter(color, 0.35),
        `opacity=".4" stroke="${lighter(color, 0.6)}" stroke-width=".5"`,
      );
    }
    return circle(80, 80, 58, b.round(color, 0.22, 0.3)) + oil;
  };

/** Bundles of parallel strands, folded over one another. */
export const noodles =
  (color: string, width = 3, radius = 44, x = 80, y = 80): Layer =>
  (b) => {
    const strands = Math.max(4, Math.round(20 / width));
    let out = '';
    for (let bundle = 0; bundle < 7; bundle += 1) {
      const turn = b.rand(0, 360);
      const reach = radius * b.rand(0.8, 1);
      const bend = b.rand(14, 26) * (bundle % 2 === 0 ? 1 : -1);
      const shift = b.rand(-0.45, 0.45) * radius;
      for (let i = 0; i < strands; i += 1) {
        const dy = shift + (i - strands / 2) * width * 0.98;
        const end = Math.sqrt(Math.max(60, reach * reach - dy * dy));
        const d = `M${n(-end)} ${n(dy)}C${n(-end / 3)} ${n(dy - bend)} ${n(end / 3)} ${n(dy + bend)} ${n(end)} ${n(dy)}`;
        const tint = i % 3 === 0 ? darker(color, 0.08) : i % 3 === 1 ? color : lighter(color, 0.15);
        out += `<g transform="translate(${x} ${y}) rotate(${n(turn)})">${line(d, darker(color, 0.42), width + 0.9)}${line(d, tint, width)}${width > 2 ? line(d, lighter(color, 0.6), width * 0.25, 0.7) : ''}</g>`;
      }
    }
    return out;
  };

export const rice =
  (radius = 46, x = 80, y = 80, color = '#fbf6ea'): Layer =>
  (b) => {
    let grains = '';
    const count = Math.round(radius * radius * 0.11);
    for (let i = 0; i < count; i += 1) {
      const [dx, dy] = spot(b, radius - 2);
      grains += oval(
        x + dx,
        y + dy,
        3.1,
        1.5,
        b.rand(0, 180),
        i % 4 === 0 ? darker(color, 0.1) : lighter(color, 0.4),
        `stroke="${darker(color, 0.28)}" stroke-width=".4"`,
      );
    }
    return `<g transform="translate(${x} ${y})">${solid(b, outline(b, radius, radius, 0.03, 14), darker(color, 0.06), 0.2)}</g>${grains}`;
  };

export const sauce =
  (color: string, rx: number, ry = rx, x = 80, y = 80): Layer =>
  (b) =>
    `<g transform="translate(${x} ${y})"><path d="${outline(b, rx, ry, 0.09, 11)}" fill="${b.round(color, 0.25, 0.3)}"/><ellipse cx="${n(-rx * 0.3)}" cy="${n(-ry * 0.45)}" rx="${n(rx * 0.35)}" ry="${n(ry * 0.12)}" fill="#fff" opacity=".3" transform="rotate(-20)"/></g>`;
