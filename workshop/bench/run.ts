/**
 * `npm run bench -- NAME …`: measures, prints a table and writes it into the document that shows it. Without a name:
 * everything that has an aim and does not take as long as all the rest.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asMarkdown, asText, machine, type Table } from './table.ts';

interface Bench {
  /** The document with the marks `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`. */
  readonly document: string;
  readonly load: () => Promise<{ readonly run: () => Promise<readonly Table[]> }>;
  /** What shows how far it goes or settles a decision: only when it is asked for. */
  readonly isAskedFor?: true;
}

const performance = 'docs/performance.md';
const operating = 'docs/operating.md';

/** In the order of the documents. */
const benches: Readonly<Record<string, Bench>> = {
  engine: { document: performance, load: () => import('./engine/run.ts') },
  tasks: { document: 'docs/taps.md', load: () => import('./taps/tasks.ts') },
  taps: { document: performance, load: () => import('./taps/taps.ts') },
  'first-load': { document: performance, load: () => import('./first-load/first-load.ts') },
  storage: { document: performance, load: () => import('./storage/storage.ts') },
  wire: { document: performance, load: () => import('./wire/wire.ts') },
  squeezing: { document: performance, load: () => import('./wire/squeezing.ts'), isAskedFor: true },
  replay: { document: performance, load: () => import('./replay/replay.ts') },
  load: { document: operating, load: () => import('./load/load.ts') },
  'low-rates': { document: operating, load: () => import('./load/low-rates.ts'), isAskedFor: true },
  evening: { document: operating, load: () => import('./load/evening.ts') },
  chain: { document: operating, load: () => import('./load/chain.ts'), isAskedFor: true },
  growth: { document: operating, load: () => import('./growth/growth.ts'), isAskedFor: true },
  'session-length': { document: operating, load: () => import('./session-length.ts') },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`no bench is called ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const took: string[][] = [];
const begin = Date.now();
const usual = Object.keys(benches).filter((name) => !benches[name]!.isAskedFor);
for (const name of names.length > 0 ? names : usual) {
  const { document, load } = benches[name]!;
  const [conditions, start] = [machine(), Date.now()];
  const tables = await (await load()).run();
  for (const table of tables) console.log(`\n${asText(table)}`);
  await write(document, name, { conditions, tables });
  took.push([name, minutes(start)]);
}
took.push(['all of it', minutes(begin)]);
console.log(`\n${asText({ title: 'Time that it took', head: ['', 'min'], rows: took, notes: [] })}`);
// Connections of closed phones may take their time.
process.exit(0);

function minutes(since: number): string {
  return ((Date.now() - since) / 60_000).toFixed(1);
}

interface Found {
  readonly conditions: string;
  readonly tables: readonly Table[];
}

async function write(document: string, name: string, { conditions, tables }: Found): Promise<void> {
  const path = fileURLToPath(new URL(`../../${document}`, import.meta.url));
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${document} has no place for ${name}: ${begin} … ${end}`);
  const made = `\`npm run bench -- ${name}\`, ${new Date().toISOString().slice(0, 10)}: ${conditions}.`;
  const between = [begin, '', made, '', ...tables.flatMap((table) => [asMarkdown(table), ''])].join('\n');
  writeFileSync(path, `${text.slice(0, from)}${between}\n${text.slice(to)}`);
  console.log(`\nwritten to ${document}`);
}
