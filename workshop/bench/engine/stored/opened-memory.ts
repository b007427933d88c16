/** Child process of `measures/memory.ts`: opens a stored table and prints by how many bytes the memory has grown. */
import { loaders } from '../engines/all.ts';
import { readStored } from './stored-file.ts';
import { userOf } from '../trace/trace.ts';

const memories = new Set<WebAssembly.Memory>();
const { Instance } = WebAssembly;
// The engines keep their memory to themselves.
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, [module, imports]: [WebAssembly.Module, WebAssembly.Imports]) {
    const instance = new target(module, imports);
    for (const exported of Object.values(instance.exports))
      if (exported instanceof WebAssembly.Memory) memories.add(exported);
    return instance;
  },
});

const [name, file] = process.argv.slice(2) as [string, string];
const diners = Array.from({ length: 24 }, (_, diner) => userOf(diner));
void measure().then((bytes) => console.log(bytes));

async function measure(): Promise<number> {
  const engine = await loaders[name]!();
  // Code and tables of the library itself are no part of it.
  const empty = engine.open(0);
  for (const diner of diners) empty.pieces(diner);
  await settle();
  const before = used();
  const opened = engine.load(readStored(file));
  for (const diner of diners) opened.pieces(diner);
  await settle();
  const after = used();
  // Both are still needed, so that neither is collected before.
  if (opened.pieces(diners[0]!) < 0 || empty.pieces(diners[0]!) < 0) throw new Error('impossible');
  return after - before;
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, heapUsed + external);
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    (globalThis as unknown as { gc: () => void }).gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
