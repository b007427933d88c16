/** Colour arithmetic of WCAG 2.2: contrast, mixing, and the nearest readable shade. */

/** `#rgb` or `#rrggbb`. */
export type Hex = string;

/** Least contrast of normal text (WCAG 2.2, 1.4.3). */
export const readable = 4.5;
/** Least contrast of shapes (WCAG 2.2, 1.4.11). */
export const visible = 3;

export function isHex(text: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

/** Contrast from 1 (none) to 21 (black on white). */
export function contrast(a: Hex, b: Hex): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes two colours. `part` is the part of `b`, 0 to 1. */
export function mix(a: Hex, b: Hex, part: number): Hex {
  const from = channels(a);
  const to = channels(b);
  const mixed = from.map((channel, index) => Math.round(channel + (to[index]! - channel) * part));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Finds the shade between `colour` and `towards` that is nearest to `colour` and has the `ratio` against all `grounds`. */
export function findReadableShade(colour: Hex, grounds: readonly Hex[], towards: Hex, ratio: number): Hex {
  const steps = 40;
  for (let step = 0; step <= steps; step += 1) {
    const shade = mix(colour, towards, step / steps);
    if (grounds.every((ground) => contrast(shade, ground) >= ratio)) return shade;
  }
  return towards;
}

function luminance(colour: Hex): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: Hex): [number, number, number] {
  const digits = colour.slice(1);
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16);
  return [at(0), at(2), at(4)];
}
