import { Decimal } from 'decimal.js';

/** `0.08875` is 8.875 %. What is no number stays as it is, and the server says what is wrong with it. */
export function percentOf(fraction: string): string {
  return shifted(fraction, 2);
}

/** However people write it: `8,875 %` is `0.08875`. */
export function fractionOf(percent: string): string {
  return shifted(
    percent
      .replace(/\s*[%％]\s*$/, '')
      .replace(',', '.')
      .trim(),
    -2,
  );
}

function shifted(text: string, places: number): string {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text)) return text;
  return new Decimal(text).times(new Decimal(10).pow(places)).toFixed();
}
