/** `npm run bench` runs four benches and prints a table for each. `npm run bench -- engine` runs one of them. */
import { renderTable, describeMachine, type Table } from './table.ts';

type Bench = () => Promise<{ readonly run: () => Promise<Table> }>;

const benches: Readonly<Record<string, Bench>> = {
  engine: () => import('./engine/engine.ts'),
  tap: () => import('./tap/tap.ts'),
  'first-load': () => import('./first-load/first-load.ts'),
  server: () => import('./server/server.ts'),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`no bench is called ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  const [conditions, start] = [describeMachine(), Date.now()];
  const table = await (await benches[name]!()).run();
  const minutes = ((Date.now() - start) / 60_000).toFixed(1);
  console.log(`\n${renderTable(table)}\n\n(${conditions}; took ${minutes} min)`);
}
// Closed phones may leave connections that end later.
process.exit(0);
