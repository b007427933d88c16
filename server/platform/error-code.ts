/** Returns the code that the system, a driver or a library gave an error, e.g. `EADDRINUSE`. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
