/** Far deeper than any event; what goes down for thousands of levels can neither be stored nor written as JSON. */
const deepest = 64;

/** True when arrays and objects stand in each other too deeply; looks level by level, however deep they go. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []));
    if (level.length === 0) return false;
  }
  return true;
}
