/** Whatever is wrapped or pressed by hand, drawn about the origin. */
import { darker, type Layer, n, outline, solid } from './brush.ts';
import { circle, line, oval, spot } from './marks.ts';

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
