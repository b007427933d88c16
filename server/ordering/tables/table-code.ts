/** Creates the codes at the end of tables' QR codes. A person elsewhere must not be able to guess one. */
import { qrcodeDigits } from '#contract/limits.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';

/** A number of `qrcodeDigits` digits that does not start with 0. */
export function createTableCode(random: Random): string {
  const rest = Array.from({ length: qrcodeDigits - 1 }, () => random.int(10));
  return [random.int(9) + 1, ...rest].join('');
}

/** A warning for the restaurant's owner. Undefined if all codes are long enough. */
export function describeGuessableCodes(
  tables: readonly { readonly name: string; readonly qrcodeId: string }[],
): string | undefined {
  const short = tables.filter(({ qrcodeId }) => qrcodeId.length < qrcodeDigits);
  if (short.length === 0) return undefined;
  const names = short.map(({ name }) => name).join(', ');
  return (
    `warning: the QR codes of these tables have fewer than ${qrcodeDigits} digits and can be guessed: ${names}. ` +
    'Leave qrcode out of the menu file, and a new table gets one; the staff page gives a table another.'
  );
}
