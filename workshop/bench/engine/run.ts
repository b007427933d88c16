/** This app's engine, against libraries that share state and against plain maps, on one neutral workload. */
import { readFileSync } from 'node:fs';
import type { Table } from '../table.ts';
import { chosenEngines } from './engines/all.ts';
import { measureAll } from './measure-all.ts';
import { casesTable, engineTable, summaryTable } from './report/tables.ts';

const notPeers = new Set(['ours', 'plain maps', 'immer']);

export async function run(): Promise<readonly Table[]> {
  const engines = await chosenEngines();
  const peers = engines.map(({ name }) => name).filter((name) => !notPeers.has(name));
  const found = await measureAll(engines);
  const shown = {
    found,
    engines: engines.map(({ name }) => name),
    peers,
    versions: versionsOf(['immer', ...peers]),
  };
  return [summaryTable(shown), engineTable(shown), casesTable(shown)];
}

function versionsOf(names: readonly string[]): string {
  return names
    .map((name) => {
      const folder = { automerge: '@automerge/automerge', loro: 'loro-crdt' }[name] ?? name;
      const path = new URL(`../../../node_modules/${folder}/package.json`, import.meta.url);
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
      return `${name} ${version}`;
    })
    .join(', ');
}
