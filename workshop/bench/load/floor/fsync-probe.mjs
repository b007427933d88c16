// What the disk is worth: `node fsync-probe.mjs FOLDER` writes a row's worth of bytes and waits for the disk, as often a
// second as a restaurant of 400 phones changes something; told `stop` it answers with the times, ms.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const path = join(process.argv[2], 'fsync-probe');
const file = openSync(path, 'w');
const row = Buffer.alloc(4096, 1);
const times = [];
const probe = setInterval(() => {
  const start = performance.now();
  writeSync(file, row);
  fsyncSync(file);
  times.push(performance.now() - start);
}, 25);
process.on('message', () => {
  clearInterval(probe);
  closeSync(file);
  rmSync(path);
  process.send(times, () => process.exit(0));
});
