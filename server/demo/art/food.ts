/** Ingredients. Pieces are drawn about the origin; whatever fills a vessel is drawn on the sheet itself. */
import { at, type Brush, darker, heap, type Layer, layers, lighter, n, outline, solid } from './brush.ts';

const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
const oval = (x: number, y: number, rx: number, ry: number, turn: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" transform="rotate(${n(turn)} ${n(x)} ${n(y)})" fill="${fill}" ${more}/>`;
const line = (d: string, stroke: string, width: number, opacity = 1): string =>
  `<path d="${d}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" fill="none" opacity="${opacity}"/>`;

/** A spot inside a circle of radius r. */
function spot(b: Brush, r: number): [number, number] {
  const angle = b.rand(0, Math.PI * 2);
  const reach = r * Math.sqrt(b.rand());
  return [Math.cos(angle) * reach, Math.sin(angle) * reach];
}

// ---- what fills a vessel

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

/** Small coloured things over everything: scallion rings, chili, sesame, crumbs. */
const sprinkle =
  (one: (b: Brush, x: number, y: number) => string) =>
  (count: number, radius = 40, x = 80, y = 80): Layer =>
  (b) => {
    let out = '';
    for (let i = 0; i < count; i += 1) {
      const [dx, dy] = spot(b, radius);
      out += one(b, x + dx, y + dy);
    }
    return out;
  };

const hoop = (dark: string, light: string) => (b: Brush, x: number, y: number) =>
  circle(x + 0.5, y + 1, 2.9, '#1c0a08', 'opacity=".25"') +
  oval(x, y, 2.6, b.rand(1.7, 2.6), b.rand(0, 180), light, `stroke="${dark}" stroke-width="1.5"`);
export const scallion = sprinkle(hoop('#4f9a34', '#e2f3bd'));
export const chili = sprinkle(hoop('#d2231c', '#ffcf9a'));
export const sesame = sprinkle((b, x, y) =>
  oval(x, y, 1.8, 1, b.rand(0, 180), '#fff3d2', 'stroke="#b98f4f" stroke-width=".4"'),
);
export const blackSesame = sprinkle((b, x, y) => oval(x, y, 1.7, 0.9, b.rand(0, 180), '#2b2321'));
export const nuts = sprinkle(
  (b, x, y) =>
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(b.rand(0, 360))})">${solid(b, outline(b, 4.4, 3.2, 0.12, 6), '#d9a45c')}</g>`,
);
export const crumbs = (color: string) =>
  sprinkle(
    (b, x, y) =>
      `<g transform="translate(${n(x)} ${n(y)})">${solid(b, outline(b, b.rand(1.8, 3.2), b.rand(1.6, 2.8), 0.2, 6), color)}</g>`,
  );
export const shreds = (color: string, long = 9) =>
  sprinkle((b, x, y) => {
    const turn = b.rand(0, 360);
    const d = `M${n(-long)} 0Q0 ${n(b.rand(-5, 5))} ${n(long)} 0`;
    return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})">${line(d, darker(color, 0.4), 2.9)}${line(d, color, 2.1)}</g>`;
  });

// ---- pieces

export const glyph =
  (name: string, size: number, x = 0, y = 0, turn = 0): Layer =>
  (b) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse cx="2" cy="${n(size * 0.36)}" rx="${n(size * 0.36)}" ry="${n(size * 0.13)}" fill="#1d0c10" opacity=".28" filter="url(#near)"/>${b.glyph(name, size)}</g>`;

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

export const halfEgg =
  (white = '#fff7e6', yolk = '#f59a1c', r = 13): Layer =>
  (b) =>
    solid(
      b,
      `M0 ${-r * 1.2}C${r} ${-r * 1.1} ${r * 1.1} ${r} 0 ${r}S${-r} ${-r * 1.1} 0 ${-r * 1.2}Z`,
      white,
      0.3,
    ) +
    circle(0, 1, r * 0.55, b.round(yolk, 0.45, 0.2)) +
    oval(-r * 0.2, -r * 0.2, r * 0.16, r * 0.09, -30, '#fff', 'opacity=".7"');

export const wholeEgg = (color: string, r = 17): Layer =>
  layers(
    blob(color, r * 1.18, r, 0.01),
    at(-r * 0.35, -r * 0.45, -20, 1, () => oval(0, 0, r * 0.4, r * 0.17, 0, '#fff', 'opacity=".4"')),
  );

export const friedEgg =
  (r = 22): Layer =>
  (b) =>
    solid(b, outline(b, r, r * 0.9, 0.12, 10), '#fffaf0', 0.35) +
    circle(1, 0, r * 0.42, b.round('#fbb31f', 0.5, 0.25)) +
    oval(-r * 0.12, -r * 0.18, r * 0.13, r * 0.07, -30, '#fff', 'opacity=".8"');

export const leaf =
  (length = 15, color = '#3f8f3a'): Layer =>
  (b) =>
    solid(
      b,
      `M${-length} 0Q${n(-length * 0.2)} ${n(-length * 0.62)} ${length} 0Q${n(-length * 0.2)} ${n(length * 0.62)} ${-length} 0Z`,
      color,
    ) +
    line(
      `M${n(-length * 0.9)} 0H${n(length * 0.7)}M${n(-length * 0.3)} 0l${n(length * 0.3)} ${n(-length * 0.22)}M${n(-length * 0.3)} 0l${n(length * 0.3)} ${n(length * 0.22)}`,
      lighter(color, 0.5),
      0.8,
      0.7,
    );

export const bokChoy: Layer = (b) =>
  solid(b, 'M-4 24C-9 10 -7 2 -5 -4L5 -4C8 2 9 10 4 24Q0 28 -4 24Z', '#e3efc4') +
  solid(b, outline(b, 13, 16, 0.1, 9).replace(/^/, ''), '#4a9a3c') +
  line('M0 20V-10M0 2L-7 -6M0 2L7 -6', '#dcefb8', 1.6, 0.85);

export const herb: Layer = (b) =>
  line('M0 8Q1 0 0 -2', '#4d8c38', 1.4) +
  [
    [-5, -3],
    [5, -3],
    [0, -8],
  ]
    .map(
      ([x, y]) =>
        `<g transform="translate(${x} ${y})">${solid(b, outline(b, 4.6, 4, 0.25, 7), '#58a544')}</g>`,
    )
    .join('');

export const prawn =
  (color = '#f0784a'): Layer =>
  (b) => {
    const d = 'M-15 6C-16 -10 2 -18 12 -9C17 -4 16 3 11 6';
    return (
      `<g transform="translate(1.2 2.4)" opacity=".28">${line(d, '#1c0a08', 12)}</g>` +
      line(d, darker(color, 0.2), 12.4) +
      line(d, color, 11) +
      line('M-13 5C-14 -8 3 -14 11 -7', lighter(color, 0.6), 3, 0.75) +
      line('M-19 -3L-11 -1M-13 -12L-8 -6M-2 -17L-1 -9M8 -15L5 -8', lighter(color, 0.75), 1.7, 0.9) +
      solid(b, 'M10 4L22 6L17 11L19 18L8 11Z', darker(color, 0.12))
    );
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

export const fish =
  (color: string, half = 50): Layer =>
  (b) => {
    const s = half / 50;
    return `<g transform="scale(${n(s)})">${solid(b, 'M34 0C44 -6 56 -18 62 -15C59 -6 59 6 62 15C56 18 44 6 34 0Z', darker(color, 0.12))}${solid(b, 'M-8 -15Q4 -26 18 -13Z', darker(color, 0.18))}${solid(b, 'M-54 2C-44 -17 -6 -24 40 -3V4C-4 24 -44 19 -54 2Z', color)}<path d="M-50 5C-36 15 -4 18 34 4C-4 24 -44 19 -50 5Z" fill="${lighter(color, 0.6)}" opacity=".5"/>${line('M-32 -11Q-25 1 -32 12', darker(color, 0.4), 1.6, 0.7)}${line('M-14 -12L-8 8M2 -13L8 7M17 -9L22 5', darker(color, 0.5), 2.4, 0.75)}${line('M-13 -11L-7 8M3 -12L9 7M18 -8L23 5', lighter(color, 0.8), 1, 0.8)}${circle(-43, -2, 3.4, '#fff')}${circle(-43, -2, 1.7, '#20181a')}</g>`;
  };

/** A soup dumpling from above: pleats turning into the knot. */
export const pleated =
  (r = 16, color = '#f7ead2', filling = ''): Layer =>
  (b) => {
    let pleats = '';
    for (let i = 0; i < 16; i += 1) {
      const a = (i / 16) * Math.PI * 2;
      const c = a + 0.5;
      pleats += line(
        `M${n(Math.cos(a) * r * 0.9)} ${n(Math.sin(a) * r * 0.9)}Q${n(Math.cos(a) * r * 0.5)} ${n(Math.sin(a) * r * 0.5)} ${n(Math.cos(c) * r * 0.2)} ${n(Math.sin(c) * r * 0.2)}`,
        darker(color, 0.28),
        0.9,
        0.75,
      );
    }
    return (
      solid(b, outline(b, r, r, 0.025, 14), color, 0.3) +
      pleats +
      circle(0, 0, r * 0.2, filling || darker(color, 0.22)) +
      oval(-r * 0.4, -r * 0.45, r * 0.22, r * 0.12, -40, '#fff', 'opacity=".65"')
    );
  };

/** A crescent dumpling; `seared` gives it a golden bottom. */
export const crescent =
  (color = '#f8ecd2', seared = ''): Layer =>
  (b) =>
    solid(b, 'M-19 7C-17 -10 17 -10 19 7C13 12 -13 12 -19 7Z', color, 0.35) +
    (seared
      ? `<path d="M-17.5 6C-10 0 10 0 17.5 6C12 11 -12 11 -17.5 6Z" fill="${b.round(seared, 0.35, 0.2)}"/>`
      : '') +
    line(
      'M-13 0L-10 -5M-6.5 -2.5L-5 -7.5M0 -3V-8.5M6.5 -2.5L5 -7.5M13 0L10 -5',
      darker(color, 0.35),
      1.1,
      0.75,
    );

export const wonton =
  (color = '#f7e6c6'): Layer =>
  (b) =>
    solid(b, 'M-17 -4C-10 -12 -4 -2 0 -10C5 -2 12 -12 17 -3C13 4 11 12 0 12S-14 4 -17 -4Z', color, 0.3) +
    `<ellipse cx="0" cy="3" rx="8" ry="6" fill="${b.round('#e7a587')}" opacity=".65"/>` +
    line('M-9 -3Q-4 2 -5 8M9 -3Q4 2 5 8', darker(color, 0.3), 1, 0.6);

export const clam =
  (color = '#cfa578'): Layer =>
  (b) =>
    solid(b, 'M0 11C-15 9 -18 -4 -11 -10C-5 -15 5 -15 11 -10C18 -4 15 9 0 11Z', color) +
    line('M0 10L-12 -5M0 10L-6 -10M0 10V-12M0 10L6 -10M0 10L12 -5', darker(color, 0.35), 1, 0.6) +
    `<path d="M0 10C-9 9 -11 1 -6 -2C-2 -4 2 -4 6 -2C11 1 9 9 0 10Z" fill="${b.round('#f7c98c')}"/>`;

/** A bamboo stick with its pieces along it. */
export const skewer =
  (pieces: Layer[], step = 21): Layer =>
  (b) =>
    line('M-66 3H66', '#1c0a08', 3, 0.25) +
    line('M-66 0H66', '#d9b172', 3) +
    line('M-66 -.8H66', '#f5dda9', 0.9) +
    pieces.map((piece, i) => at((i - (pieces.length - 1) / 2) * step + 8, 0, 0, 1, piece)(b)).join('');

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

export const rosette =
  (colors: [string, string], r = 22): Layer =>
  (b) => {
    let spiral = '';
    for (let i = 6; i > 0; i -= 1)
      spiral += circle(i * 0.3, i * 0.2, (r * i) / 6.4, i % 2 ? colors[0] : colors[1], 'opacity=".85"');
    return solid(b, outline(b, r, r, 0.02, 14), colors[0]) + spiral;
  };

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

export const bubbles = sprinkle((b, x, y) =>
  circle(
    x,
    y,
    b.rand(0.9, 2.4),
    '#fff',
    'fill-opacity=".35" stroke="#fff" stroke-width=".6" stroke-opacity=".8"',
  ),
);

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

/** A braised leg, meat to the lower left and its bone to the upper right. */
export const drumstick =
  (color: string): Layer =>
  (b) =>
    solid(b, 'M14 -7L44 -11C46 -17 54 -15 52 -9C58 -7 56 1 50 -1L18 7Z', '#f6ead2') +
    solid(b, 'M24 -9C6 -30 -46 -26 -48 4C-46 32 4 26 26 6C31 2 30 -5 24 -9Z', color) +
    `<path d="M-38 -4C-30 -18 -10 -20 4 -12" stroke="#fff" stroke-width="4" stroke-linecap="round" fill="none" opacity=".35"/>` +
    line('M-30 14C-18 20 -4 17 8 10M-14 6C-6 8 4 6 12 1', darker(color, 0.5), 1.4, 0.5);

/** A rice ball grilled with soy, in its band of seaweed. */
export const onigiri: Layer = (b) =>
  solid(
    b,
    'M0 -31C8 -31 12 -24 18 -14C25 -2 31 8 29 16C27 25 16 25 0 25S-27 25 -29 16C-31 8 -25 -2 -18 -14C-12 -24 -8 -31 0 -31Z',
    '#dba65c',
  ) +
  Array.from({ length: 46 }, () => {
    const [x, y] = spot(b, 22);
    return oval(x, y + 2, 3, 1.5, b.rand(0, 180), b.rand() > 0.45 ? '#f0cf94' : '#a8662a', 'opacity=".8"');
  }).join('') +
  `<rect x="-12" y="4" width="24" height="21.5" rx="1.5" fill="${b.linear('#33493e', '#17251e')}"/>`;
