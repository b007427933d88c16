/** Ends a start that cannot be: one line for each reason, and exit status 1. */
export function fail(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
