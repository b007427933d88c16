/** Greens and eggs, drawn about the origin. */
import { at, type Layer, layers, lighter, n, outline, solid } from './brush.ts';
import { blob } from './food-shapes.ts';
import { circle, line, oval } from './marks.ts';

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
