/**
 * Child process of `measures/fresh-catch-up.ts`, bundled like a page's code: opens what one device has, takes in what it
 * lacks, and prints what the second took of the processor, ms.
 */
import { readStored } from './stored-file.ts';
import { loaders } from '../engines/all.ts';
import { userOf } from '../trace/trace.ts';

const [name, storedFile, missingFile] = process.argv.slice(2) as [string, string, string];
void measure().then((ms) => console.log(ms));

async function measure(): Promise<number> {
  const engine = await loaders[name]!();
  const missing = readStored(missingFile);
  const opened = engine.load(readStored(storedFile));
  // What loading the code and opening have left behind is no part of it.
  (globalThis as unknown as { gc: () => void }).gc();
  const start = process.cpuUsage();
  opened.difference!.merge(missing);
  let sum = 0;
  for (let diner = 0; diner < 8; diner += 1) sum += opened.pieces(userOf(diner));
  const { user, system } = process.cpuUsage(start);
  if (!(sum > 0)) throw new Error('nothing was read');
  return (user + system) / 1000;
}
