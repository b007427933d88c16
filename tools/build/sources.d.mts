/** The hash (hexadecimal) of all sources of the apps. The same sources have the same hash on every machine. */
export function hashOfSources(): string;
