/** Of everything that the phone is built from, hexadecimal: the same for the same sources, on every machine. */
export function hashOfSources(): string;
