/** The simplest marks, as SVG text. */
import { type Brush, n } from './brush.ts';

export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;

export const oval = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  turn: number,
  fill: string,
  more = '',
): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" transform="rotate(${n(turn)} ${n(x)} ${n(y)})" fill="${fill}" ${more}/>`;

export const line = (d: string, stroke: string, width: number, opacity = 1): string =>
  `<path d="${d}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" fill="none" opacity="${opacity}"/>`;

/** A spot inside a circle of radius r. */
export function spot(b: Brush, r: number): [number, number] {
  const angle = b.rand(0, Math.PI * 2);
  const reach = r * Math.sqrt(b.rand());
  return [Math.cos(angle) * reach, Math.sin(angle) * reach];
}
