/** CV3: status codes outside 100 to 999 fall back to 200. */
export function statusOf(code: number): number {
  return code >= 100 && code <= 999 ? code : 200;
}
