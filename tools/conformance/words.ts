/** The report of a journey as lines of text. Pure. */
import { timeouts } from '#contract/limits.ts';
import { harmless } from '../terminal/terminal-text.ts';
import type { Looks } from './ask.ts';
import { instead, isNeeded } from './needs.ts';
import { unreadWords, type Note } from './steps.ts';

const signs = { ok: '✓', without: '~', fails: '✗' } as const;
/** So many paths of a kind are named. */
const most = 8;
/** After this the phone says that a change still waits, ms. */
const slowMs = 3_000;
/** After this a phone gives up a change of the cart, ms: it looks at the cart, and sends the change again. */
const givenUpMs = timeouts.read;

/**
 * Puts notes into words, each with what there is to say of it below; what was said of a call once is not said again. The
 * server's own words cannot move the terminal.
 */
export function noteWriter(): (note: Note) => string[] {
  const said = new Set<string>();
  return ({ of, verdict, found, need, looks, ms = 0 }) => {
    const below = [
      ...(need && need.needs !== of && verdict !== 'ok' ? [`needs    ${need.needs}`] : []),
      ...(need?.without && verdict === 'without' ? [`without  ${need.without}`] : []),
      ...(ms >= slowMs ? [`slow     ${(ms / 1_000).toFixed(1)} s: ${slowWords(ms)}`] : []),
      ...(looks ? lookLines(of, looks) : []),
    ].filter((line) => !said.has(`${of} ${line}`));
    for (const line of below) said.add(`${of} ${line}`);
    return [`${signs[verdict]} ${of}: ${found}`, ...below.map((line) => `    ${line}`)].map(harmless);
  };
}

function slowWords(ms: number): string {
  return ms < givenUpMs
    ? 'diners see their changes wait'
    : 'the phone gives it up, looks, and sends it again';
}

function lookLines(of: string, { missing, other, leftOut, unread, zoneless }: Looks): string[] {
  const told: [path: string, words: string][] = [];
  const rest: string[] = [];
  for (const path of missing) {
    const words = instead.find(([where]) => where.test(`${of} ${path}`))?.[1];
    if (words === undefined) rest.push(path);
    else told.push([path, words]);
  }
  const known = unread.filter(({ meant }) => meant.length > 0);
  const unknown = unread.filter(({ meant }) => meant.length === 0).map(({ path }) => path);
  return [
    ...told.map(([path, words]) => `without  ${path}: ${words}`),
    ...listed('without  ', rest),
    ...listed('read     ', other, ' in another way of writing'),
    ...listed('left out ', leftOut),
    ...known.filter((each) => !isNeeded(of, each)).map((each) => `unread   ${unreadWords(each)}`),
    ...listed('unread   ', unknown),
    ...listed('zone     ', zoneless, ' names no time zone: each phone takes it for its own time'),
  ];
}

function listed(label: string, paths: readonly string[], after = ''): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > most ? ` and ${paths.length - most} more` : '';
  return [`${label}${paths.slice(0, most).join(', ')}${more}${after}`];
}
