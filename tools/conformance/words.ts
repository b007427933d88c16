/** Writes the notes of a run as lines of text. Pure. */
import { timeouts } from '#contract/limits.ts';
import { escapeControls } from '../terminal/terminal-text.ts';
import type { Deviations } from './ask.ts';
import { fallbacks, isNeeded } from './needs.ts';
import { describeUnread, type Note } from './steps.ts';

const signs = { ok: '✓', without: '~', fails: '✗' } as const;
/** Most paths that are named of each kind. */
const maxPaths = 8;
/** After this time the phone shows that a change is not saved yet, ms. */
const slowMs = 3_000;
/** After this time the phone cancels a change of the cart, reads the cart and resends the change, ms. */
const givenUpMs = timeouts.read;

/**
 * Creates a function that writes notes as lines of text, with details below. Details that were printed for a call are
 * not repeated. Control characters from the server are replaced.
 */
export function createNoteWriter(): (note: Note) => string[] {
  const printed = new Set<string>();
  return ({ of, result: verdict, found, need, deviations, ms = 0 }) => {
    const below = [
      ...(need && need.needs !== of && verdict !== 'ok' ? [`needs    ${need.needs}`] : []),
      ...(need?.without && verdict === 'without' ? [`without  ${need.without}`] : []),
      ...(ms >= slowMs ? [`slow     ${(ms / 1_000).toFixed(1)} s: ${describeDelay(ms)}`] : []),
      ...(deviations ? listDeviations(of, deviations) : []),
    ].filter((line) => !printed.has(`${of} ${line}`));
    for (const line of below) printed.add(`${of} ${line}`);
    return [`${signs[verdict]} ${of}: ${found}`, ...below.map((line) => `    ${line}`)].map(escapeControls);
  };
}

function describeDelay(ms: number): string {
  return ms < givenUpMs
    ? 'diners see their changes as unsent'
    : 'the phone abandons the request, asks the server, and sends it again';
}

function listDeviations(of: string, { missing, other, leftOut, unread, zoneless }: Deviations): string[] {
  const described: [path: string, words: string][] = [];
  const rest: string[] = [];
  for (const path of missing) {
    const words = fallbacks.find(([where]) => where.test(`${of} ${path}`))?.[1];
    if (words === undefined) rest.push(path);
    else described.push([path, words]);
  }
  const known = unread.filter(({ meant }) => meant.length > 0);
  const unknown = unread.filter(({ meant }) => meant.length === 0).map(({ path }) => path);
  return [
    ...described.map(([path, words]) => `without  ${path}: ${words}`),
    ...listPaths('without  ', rest),
    ...listPaths('read     ', other, ' in another format'),
    ...listPaths('left out ', leftOut),
    ...known.filter((each) => !isNeeded(of, each)).map((each) => `unread   ${describeUnread(each)}`),
    ...listPaths('unread   ', unknown),
    ...listPaths('zone     ', zoneless, ' without a time zone: each phone reads it as local time'),
  ];
}

function listPaths(label: string, paths: readonly string[], after = ''): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > maxPaths ? ` and ${paths.length - maxPaths} more` : '';
  return [`${label}${paths.slice(0, maxPaths).join(', ')}${more}${after}`];
}
