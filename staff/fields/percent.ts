import { Decimal } from 'decimal.js';

/** Converts a fraction such as `0.08875` to percent. Other text stays as it is, and the server rejects it. */
export function toPercent(fraction: string): string {
  return movePoint(fraction, 2);
}

/** Converts percent as people type it, such as `8,875 %` or `５`, to a fraction (`0.08875`, `0.05`). */
export function toFraction(percent: string): string {
  // A full-width digit becomes a usual one.
  const text = percent.normalize('NFKC');
  return movePoint(
    text
      .replace(/\s*%\s*$/, '')
      .replace(',', '.')
      .trim(),
    -2,
  );
}

/** Moves the decimal point to the right, or to the left for negative `places`. */
function movePoint(text: string, places: number): string {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text)) return text;
  return new Decimal(text).times(new Decimal(10).pow(places)).toFixed();
}
