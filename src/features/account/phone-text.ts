/** A phone number's ten digits as people write them, with the area code that is fixed to +1; empty stays empty. */
export function phoneText(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}
