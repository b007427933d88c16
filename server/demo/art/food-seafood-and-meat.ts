/** Seafood and meat with a shape of their own, drawn about the origin. */
import { darker, type Layer, lighter, n, solid } from './brush.ts';
import { circle, line } from './marks.ts';

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

export const fish =
  (color: string, half = 50): Layer =>
  (b) => {
    const s = half / 50;
    return `<g transform="scale(${n(s)})">${solid(b, 'M34 0C44 -6 56 -18 62 -15C59 -6 59 6 62 15C56 18 44 6 34 0Z', darker(color, 0.12))}${solid(b, 'M-8 -15Q4 -26 18 -13Z', darker(color, 0.18))}${solid(b, 'M-54 2C-44 -17 -6 -24 40 -3V4C-4 24 -44 19 -54 2Z', color)}<path d="M-50 5C-36 15 -4 18 34 4C-4 24 -44 19 -50 5Z" fill="${lighter(color, 0.6)}" opacity=".5"/>${line('M-32 -11Q-25 1 -32 12', darker(color, 0.4), 1.6, 0.7)}${line('M-14 -12L-8 8M2 -13L8 7M17 -9L22 5', darker(color, 0.5), 2.4, 0.75)}${line('M-13 -11L-7 8M3 -12L9 7M18 -8L23 5', lighter(color, 0.8), 1, 0.8)}${circle(-43, -2, 3.4, '#fff')}${circle(-43, -2, 1.7, '#20181a')}</g>`;
  };

export const clam =
  (color = '#cfa578'): Layer =>
  (b) =>
    solid(b, 'M0 11C-15 9 -18 -4 -11 -10C-5 -15 5 -15 11 -10C18 -4 15 9 0 11Z', color) +
    line('M0 10L-12 -5M0 10L-6 -10M0 10V-12M0 10L6 -10M0 10L12 -5', darker(color, 0.35), 1, 0.6) +
    `<path d="M0 10C-9 9 -11 1 -6 -2C-2 -4 2 -4 6 -2C11 1 9 9 0 10Z" fill="${b.round('#f7c98c')}"/>`;

/** A braised leg, meat to the lower left and its bone to the upper right. */
export const drumstick =
  (color: string): Layer =>
  (b) =>
    solid(b, 'M14 -7L44 -11C46 -17 54 -15 52 -9C58 -7 56 1 50 -1L18 7Z', '#f6ead2') +
    solid(b, 'M24 -9C6 -30 -46 -26 -48 4C-46 32 4 26 26 6C31 2 30 -5 24 -9Z', color) +
    `<path d="M-38 -4C-30 -18 -10 -20 4 -12" stroke="#fff" stroke-width="4" stroke-linecap="round" fill="none" opacity=".35"/>` +
    line('M-30 14C-18 20 -4 17 8 10M-14 6C-6 8 4 6 12 1', darker(color, 0.5), 1.4, 0.5);
