let known: ReadonlySet<string> | undefined;

/** Whether this machine knows a currency by its code (ISO 4217), like USD. */
export function isCurrency(code: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known.has(code);
}
