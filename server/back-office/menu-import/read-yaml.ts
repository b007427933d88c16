/** Reads a menu file, YAML or JSON. Settings, tables and coupons in it are not the menu. */
import { houseParts } from '#contract/calls/menu-file.ts';
import { readFields } from '#contract/menu-file/cross-mistakes.ts';
import { parseMenuYaml } from '#server/menu/menu-file/read-menu-file.ts';
import type { Notice, Source } from './source.ts';

const known: readonly string[] = [...houseParts, 'stations', 'categories', 'shared'];

/** Returns undefined if the text is no menu file. */
export function readYaml(text: string): Source | undefined {
  const parsed = parseMenuYaml(text);
  if (!parsed.ok) {
    // Any text is a valid YAML scalar, or has mistakes. Only a menu file has this line.
    if (!/^\s*["']?categories["']?\s*:/m.test(text)) return undefined;
    const mistakes = parsed.mistakes.map(({ offset, message }): Notice => ({
      code: 'notYaml',
      ...(offset >= 0 && { place: { line: parsed.locate(offset).line } }),
      values: { why: message },
    }));
    return { format: 'yaml', categories: [], placeOf: () => undefined, mistakes, warnings: [] };
  }
  const { raw, offsetOf, locate } = parsed;
  const file = readFields(raw);
  const { categories, stations } = file;
  if (!Array.isArray(categories)) return undefined;
  const others = Object.keys(file).filter((name) => !known.includes(name));
  const house = houseParts.filter((part) => file[part] !== undefined);
  const unused = [...house, ...others];
  return {
    format: 'yaml',
    categories,
    ...(Array.isArray(stations) && { stations }),
    placeOf: (path) => ({ line: locate(offsetOf(path)).line }),
    mistakes: [],
    warnings: unused.length > 0 ? [{ code: 'unusedParts', values: { names: unused } }] : [],
  };
}
