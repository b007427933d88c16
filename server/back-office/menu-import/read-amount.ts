interface Writing {
  readonly decimals: number;
  readonly hasDecimalComma?: boolean;
}

/**
 * Reads an amount as people and spreadsheets write it: "$1,200.00", "NT$120", "4,50 €". The result is the text of a
 * menu file, like 1200.00. A text that is no amount stays as it is, so that its mistake names it.
 */
export function readAmount(text: string, { decimals, hasDecimalComma = false }: Writing): string {
  const bare = text
    .normalize('NFKC')
    .replace(/[\p{Sc}\s'’]|\b[A-Z]{2,3}\b\.?/gu, '')
    .replace(/^NT|元$/g, '');
  const groups = hasDecimalComma ? /^-?\d{1,3}(\.\d{3})+(,\d+)?$/ : /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
  const plain = groups.test(bare)
    ? bare.replaceAll(hasDecimalComma ? '.' : ',', '').replace(',', '.')
    : bare.replace(/^(-?\d+),(\d{1,4})$/, '$1.$2');
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return text;
  const [whole = '', places = ''] = plain.split('.');
  // Zeros beyond the currency's decimals say nothing.
  const kept = places.slice(0, decimals) + places.slice(decimals).replace(/0+$/, '');
  const amount = whole.replace(/^(-?)0+(?=\d)/, '$1') + (kept === '' ? '' : `.${kept}`);
  return /^-0(\.0*)?$/.test(amount) ? amount.slice(1) : amount;
}
