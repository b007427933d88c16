/** Writes the notes of a run as lines of text. Pure. */
import { escapeControls } from '../terminal/terminal-text.ts';
import type { Deviations } from './ask.ts';
import type { Note } from './steps.ts';
import { withoutField } from './without.ts';

const signs = { ok: '✓', without: '~', fails: '✗' } as const;
/** Most paths that are named of each kind. */
const maxPaths = 8;
/** After this time the phone shows that a change is not saved yet, ms. */
const slowMs = 3_000;

/**
 * Creates a function that writes notes as lines of text, with details below. Details that were printed for a call are
 * not repeated. Control characters from the server are replaced.
 */
export function createNoteWriter(): (note: Note) => string[] {
  const printed = new Set<string>();
  return ({ of, result, found, without, deviations, ms = 0 }) => {
    const below = [
      ...(without === undefined ? [] : [`without  ${without}`]),
      ...(ms >= slowMs ? [`slow     ${(ms / 1_000).toFixed(1)} s: diners see their changes as unsent`] : []),
      ...(deviations ? listDeviations(of, deviations) : []),
    ].filter((line) => !printed.has(`${of} ${line}`));
    for (const line of below) printed.add(`${of} ${line}`);
    return [`${signs[result]} ${of}: ${found}`, ...below.map((line) => `    ${line}`)].map(escapeControls);
  };
}

function listDeviations(of: string, { missing, leftOut, unread, zoneless }: Deviations): string[] {
  const explain = (path: string) => withoutField.find(([where]) => where.test(`${of} ${path}`))?.[1];
  const isExplained = (path: string) => explain(path) !== undefined;
  return [
    ...missing.filter(isExplained).map((path) => `without  ${path}: ${explain(path)}`),
    ...listPaths(
      'without  ',
      missing.filter((path) => !isExplained(path)),
    ),
    ...listPaths('left out ', leftOut),
    ...listPaths('unread   ', unread),
    ...listPaths('zone     ', zoneless, ' without a time zone: each phone reads it as local time'),
  ];
}

function listPaths(label: string, paths: readonly string[], after = ''): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > maxPaths ? ` and ${paths.length - maxPaths} more` : '';
  return [`${label}${paths.slice(0, maxPaths).join(', ')}${more}${after}`];
}
