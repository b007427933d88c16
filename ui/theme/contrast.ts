/** Colour arithmetic of WCAG 2.2: contrast, mixing, and the nearest readable shade. */

/** A colour as `#rgb` or `#rrggbb`. */
export type Hex = string;

/** The contrast that normal text needs (WCAG 2.2, 1.4.3). */
export const readable = 4.5;
/** The contrast that icons and controls need (WCAG 2.2, 1.4.11). */
export const visible = 3;

export function isHex(text: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

/** Returns the contrast, from 1 (none) to 21 (black on white). The order of the colours does not matter. */
export function computeContrast(a: Hex, b: Hex): number {
  const [lighter, darker] = [calculateLuminance(a), calculateLuminance(b)].sort((x, y) => y - x) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes two colours. `part` is the share of `b`, from 0 (only `a`) to 1 (only `b`). */
export function mix(a: Hex, b: Hex, part: number): Hex {
  const from = readChannels(a);
  const to = readChannels(b);
  const mixed = from.map((channel, index) => Math.round(channel + (to[index]! - channel) * part));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Mixes `colour` with as little of `towards` as needed for a contrast of `ratio` on all `grounds`. Returns `towards` if no
 * shade has it.
 */
export function findReadableShade(colour: Hex, grounds: readonly Hex[], towards: Hex, ratio: number): Hex {
  const steps = 40;
  for (let step = 0; step <= steps; step += 1) {
    const shade = mix(colour, towards, step / steps);
    if (grounds.every((ground) => computeContrast(shade, ground) >= ratio)) return shade;
  }
  return towards;
}

/** Relative luminance of an sRGB colour, 0 to 1. WCAG 2.2 gives the formula. */
function calculateLuminance(colour: Hex): number {
  const [red, green, blue] = readChannels(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, each 0 to 255. */
function readChannels(colour: Hex): [number, number, number] {
  const digits = colour.slice(1);
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const readChannel = (index: number) => Number.parseInt(full.slice(index, index + 2), 16);
  return [readChannel(0), readChannel(2), readChannel(4)];
}
