/** What the system, a driver or a library calls an error, e.g. `EADDRINUSE`; undefined: nothing. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
