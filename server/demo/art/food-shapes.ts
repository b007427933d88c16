/** Pieces that many dishes are put together from, drawn about the origin. */
import { at, darker, heap, type Layer, lighter, n, outline, solid } from './brush.ts';
import { circle, line, oval, spot } from './marks.ts';

export const glyph =
  (name: string, size: number, x = 0, y = 0, turn = 0): Layer =>
  (b) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse cx="2" cy="${n(size * 0.36)}" rx="${n(size * 0.36)}" ry="${n(size * 0.13)}" fill="#1d0c10" opacity=".28" filter="url(#near)"/>${b.glyph(name, size)}</g>`;

/** A glyph turned about the colour wheel, to sit with the warm colours of cooked food. */
export const tinted =
  (name: string, size: number, x: number, y: number, turn: number, hue: number): Layer =>
  (b) => {
    const id = b.id();
    b.defs.push(
      `<filter id="${id}" color-interpolation-filters="sRGB"><feColorMatrix type="hueRotate" values="${hue}"/></filter>`,
    );
    return `<g filter="url(#${id})">${glyph(name, size, x, y, turn)(b)}</g>`;
  };

export const blob =
  (color: string, rx: number, ry = rx, wobble = 0.08): Layer =>
  (b) =>
    solid(b, outline(b, rx, ry, wobble), color) +
    oval(-rx * 0.3, -ry * 0.42, rx * 0.3, ry * 0.13, -20, '#fff', 'opacity=".35"');

/** A thick cut with a seam of fat or tendon. */
export const slice =
  (color: string, fat: string, rx = 17, ry = 12): Layer =>
  (b) =>
    solid(b, outline(b, rx, ry, 0.08, 8), color) +
    line(
      `M${n(-rx * 0.7)} ${n(ry * 0.2)}Q${n(-rx * 0.2)} ${n(-ry * 0.6)} ${n(rx * 0.2)} 0T${n(rx * 0.75)} ${n(-ry * 0.2)}`,
      fat,
      1.9,
      0.85,
    ) +
    line(`M${n(-rx * 0.4)} ${n(ry * 0.6)}Q0 ${n(ry * 0.2)} ${n(rx * 0.5)} ${n(ry * 0.5)}`, fat, 1.3, 0.6);

export const cube =
  (color: string, size = 14): Layer =>
  (b) => {
    const h = size / 2;
    return (
      `<rect x="${n(-h + 1)}" y="${n(-h + 4)}" width="${size}" height="${n(size * 1.05)}" rx="3" fill="#1c0a08" opacity=".28"/>` +
      `<rect x="${n(-h)}" y="${n(-h + size * 0.24)}" width="${size}" height="${n(size * 0.95)}" rx="3" fill="${darker(color, 0.24)}"/>` +
      `<rect x="${n(-h)}" y="${n(-h)}" width="${size}" height="${n(size * 0.92)}" rx="3" fill="${b.linear(lighter(color, 0.4), color)}"/>`
    );
  };

export const bar =
  (color: string, w: number, h: number, r = 3): Layer =>
  (b) =>
    `<rect x="${n(-w / 2 + 1.2)}" y="${n(-h / 2 + 2.4)}" width="${w}" height="${h}" rx="${r}" fill="#1c0a08" opacity=".28"/><rect x="${n(-w / 2)}" y="${n(-h / 2)}" width="${w}" height="${h}" rx="${r}" fill="${b.round(color)}" stroke="${darker(color, 0.35)}" stroke-width=".6" stroke-opacity=".6"/>`;

export const fried =
  (size = 12, color = '#d98a2b', long = 1): Layer =>
  (b) => {
    let crust = '';
    for (let i = 0; i < size; i += 1) {
      const [x, y] = spot(b, size * 0.85);
      crust += circle(
        x * long,
        y,
        b.rand(0.7, 1.7),
        i % 2 ? lighter(color, 0.5) : darker(color, 0.3),
        'opacity=".75"',
      );
    }
    return solid(b, outline(b, size * long, size, 0.14, 12), color) + crust;
  };

export const ringFry =
  (color: string, r = 10): Layer =>
  () =>
    circle(1, 2, r, 'none', 'stroke="#1c0a08" stroke-width="6" opacity=".25"') +
    circle(0, 0, r, 'none', `stroke="${darker(color, 0.25)}" stroke-width="6.6"`) +
    circle(0, 0, r, 'none', `stroke="${color}" stroke-width="5.2"`) +
    circle(
      -0.6,
      -0.8,
      r,
      'none',
      `stroke="${lighter(color, 0.5)}" stroke-width="1.6" stroke-dasharray="5 3" opacity=".8"`,
    );

export const charred =
  (color: string, w: number, h: number, r = 6): Layer =>
  (b) =>
    bar(color, w, h, r)(b) +
    line(
      `M${n(-w * 0.28)} ${n(-h * 0.32)}l${n(w * 0.12)} ${n(h * 0.64)}M${n(w * 0.14)} ${n(-h * 0.32)}l${n(w * 0.12)} ${n(h * 0.64)}`,
      darker(color, 0.7),
      2.2,
      0.6,
    );

/** A bamboo stick with its pieces along it. */
export const skewer =
  (pieces: Layer[], step = 21): Layer =>
  (b) =>
    line('M-66 3H66', '#1c0a08', 3, 0.25) +
    line('M-66 0H66', '#d9b172', 3) +
    line('M-66 -.8H66', '#f5dda9', 0.9) +
    pieces.map((piece, i) => at((i - (pieces.length - 1) / 2) * step + 8, 0, 0, 1, piece)(b)).join('');

export const coin =
  (color: string, rind: string, r = 11): Layer =>
  (b) =>
    circle(1, 2, r, '#1c0a08', 'opacity=".28"') +
    circle(0, 0, r, rind) +
    circle(0, 0, r * 0.86, b.round(color, 0.4, 0.12)) +
    Array.from({ length: 6 }, (_, i) =>
      oval(
        Math.cos(i * 1.047) * r * 0.42,
        Math.sin(i * 1.047) * r * 0.42,
        r * 0.16,
        r * 0.08,
        i * 60,
        darker(color, 0.18),
        'opacity=".55"',
      ),
    ).join('');

export const wedge =
  (color: string, rind: string, r = 14): Layer =>
  (b) =>
    solid(b, `M${-r} 0A${r} ${r} 0 0 0 ${r} 0Z`, rind) +
    `<path d="M${-r * 0.84} .6A${r * 0.84} ${r * 0.84} 0 0 0 ${r * 0.84} .6Z" fill="${b.round(color, 0.5, 0.1)}"/>` +
    line(
      `M0 1V${n(r * 0.75)}M0 1L${n(r * 0.55)} ${n(r * 0.5)}M0 1L${n(-r * 0.55)} ${n(r * 0.5)}`,
      '#fff',
      0.9,
      0.8,
    );

export const rosette =
  (colors: [string, string], r = 22): Layer =>
  (b) => {
    let spiral = '';
    for (let i = 6; i > 0; i -= 1)
      spiral += circle(i * 0.3, i * 0.2, (r * i) / 6.4, i % 2 ? colors[0] : colors[1], 'opacity=".85"');
    return solid(b, outline(b, r, r, 0.02, 14), colors[0]) + spiral;
  };

/** A griddled round cut into six, with its browned spots. */
export const griddled =
  (color: string, r: number): Layer =>
  (b) => {
    let out = solid(b, outline(b, r, r, 0.025, 16), color);
    for (let i = 1; i < 5; i += 1)
      out += circle(
        0,
        0,
        (r * i) / 5,
        'none',
        `stroke="${darker(color, 0.35)}" stroke-width="1.2" stroke-dasharray="${14 + i * 4} 7" opacity=".4"`,
      );
    for (let i = 0; i < 26; i += 1) {
      const [x, y] = spot(b, r * 0.9);
      out += oval(
        x,
        y,
        b.rand(2, 6),
        b.rand(1.4, 3.4),
        b.rand(0, 180),
        '#8a4a16',
        `opacity="${n(b.rand(0.25, 0.6))}"`,
      );
    }
    for (const turn of [10, 70, 130])
      out += `<g transform="rotate(${turn})">${line(`M${-r} 0H${r}`, '#f3e2c4', 2.4, 0.9)}${line(`M${-r} 1.6H${r}`, '#5f3412', 1, 0.5)}</g>`;
    return out;
  };

export const pearls = (count: number, x = 80, y = 122, spread = 22, tall = 0.55, color = '#2d1a18'): Layer =>
  heap(
    count,
    spread,
    (b) => circle(0, 0, 4.6, b.round(color, 0.3, 0.4)) + circle(-1.5, -1.7, 1.1, '#fff', 'opacity=".55"'),
    { x, y, flat: tall, turn: 0 },
  );

export const steam: Layer = () =>
  [62, 80, 98]
    .map((x, i) => line(`M${x} ${52 - i * 3}q-8 -9 0 -17t0 -17`, '#fff', 5, 0.4))
    .join('')
    .replace(/^/, '<g filter="url(#near)">') + '</g>';
