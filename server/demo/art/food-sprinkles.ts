/** Small coloured things over everything: scallion rings, chili, sesame, crumbs. */
import { type Brush, darker, type Layer, n, outline, solid } from './brush.ts';
import { circle, line, oval, spot } from './marks.ts';

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

export const bubbles = sprinkle((b, x, y) =>
  circle(
    x,
    y,
    b.rand(0.9, 2.4),
    '#fff',
    'fill-opacity=".35" stroke="#fff" stroke-width=".6" stroke-opacity=".8"',
  ),
);
