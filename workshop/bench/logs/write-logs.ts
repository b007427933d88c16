/** `npx tsx workshop/bench/logs/write-logs.ts FOLDER [--phones 8] [--records 10000] [--seed 1]`: the logs of a table as files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeLogFile } from '#events/log-file.ts';
import { tableLogs } from './logs.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    phones: { type: 'string', default: '8' },
    records: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('the folder is missing');
mkdirSync(folder, { recursive: true });
const logs = tableLogs({
  seed: values.seed,
  phones: Number(values.phones),
  records: Number(values.records),
});
for (const { header, records } of logs)
  writeFileSync(join(folder, `${header.replicaId}.jsonl`), writeLogFile(header, records));
