/** The status code to show. Codes outside 100 to 999 become 200 (CV3). */
export function findHttpStatus(code: number): number {
  return code >= 100 && code <= 999 ? code : 200;
}
