/** Formats ten digits as `+1 415-555-0123`. Leaves other strings as they are, which are in E.164. */
export function formatFullPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}
