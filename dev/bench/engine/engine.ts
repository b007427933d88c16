/**
 * Compares the cart engine (log, merge, projections) with yjs and immer on the same evening. Yjs merges, too. Immer appends
 * to a log and does not merge, so its figures are the cost of a page without a merge.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { formatRatio, runInTurns } from '../measures.ts';
import type { Table } from '../table.ts';
import type { Contender, Replica } from './contender.ts';
import { planEvening, nameUser, type Evening } from './evening.ts';
import { immer } from './immer.ts';
import { ours } from './ours.ts';
import { assertRight, replayPhoneApart, replayPhoneWithAll, record, type Recording } from './recording.ts';
import { yjs } from './yjs.ts';

const diners = 8;
const rounds = 9;
const together = planEvening({ seed: '1', diners, actions: 10_000 });
const apart = planEvening({ seed: '2', diners, actions: 5_000, apartFrom: 1_000 });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

type Names = 'ours' | 'yjs' | 'immer';

export async function run(): Promise<Table> {
  const taps = await measureInTurns((contender) => measureTaps(contender, record(contender, together)));
  const catchUp = await measureInTurns((contender) => catchUpOf(contender, record(contender, apart)));
  const opening = await measureInTurns((contender) => measureOpening(contender, record(contender, together)));
  const createRow = (name: string, found: Record<Names, number>, digits: number) => [
    name,
    found.ours.toFixed(digits),
    found.yjs.toFixed(digits),
    formatRatio(found.ours, found.yjs),
    found.immer.toFixed(digits),
    formatRatio(found.ours, found.immer),
  ];
  const pickKey = <Key extends string>(found: Record<Names, Record<Key, number>>, key: Key) => ({
    ours: found.ours[key],
    yjs: found.yjs[key],
    immer: found.immer[key],
  });
  return {
    title: 'The engine against yjs and immer: 8 diners, 10 000 actions',
    head: ['', 'ours', 'yjs', 'ratio', 'immer', 'ratio'],
    rows: [
      createRow('own tap, its message as bytes, the cart read back: µs', pickKey(taps, 'own'), 1),
      createRow('another phone’s message, the cart read back: µs', pickKey(taps, 'peer'), 1),
      createRow('catching up with 7 × 500 actions, all carts read: ms', pickKey(catchUp, 'ms'), 1),
      createRow('opening the whole evening from disk, all carts read: ms', pickKey(opening, 'ms'), 1),
    ],
    notes: [
      `Medians of ${rounds} rounds in turns after one to warm up; time of the processor. An own tap is without disk and network.`,
      'Each library ends with exactly the carts that the evening itself counts, or the bench fails.',
    ],
  };
}

async function measureInTurns<Found extends Readonly<Record<string, number>>>(
  prepare: (contender: Contender) => () => Found,
): Promise<Record<Names, Found>> {
  const [own, other, third] = [prepare(ours), prepare(yjs), prepare(immer)];
  const collectBefore = (run: () => Found) => () => {
    collectGarbage();
    return run();
  };
  return await runInTurns(rounds, {
    ours: collectBefore(own),
    yjs: collectBefore(other),
    immer: collectBefore(third),
  });
}

/** Measures the steps of the first diner's phone through the whole evening, µs each. */
function measureTaps(contender: Contender, { messages }: Recording): () => { own: number; peer: number } {
  return () => {
    const replica = contender.open(0);
    const own = { ms: 0, steps: 0 };
    const peer = { ms: 0, steps: 0 };
    let read = 0;
    const watch = startWatch();
    for (const [index, action] of together.actions.entries()) {
      const isOwn = action.diner === 0;
      const prepared = isOwn ? replica.prepare(action) : undefined;
      const start = performance.now();
      if (isOwn) replica.act(prepared);
      else replica.hear(messages[index]!);
      read += replica.pieces(action.userId);
      const sum = isOwn ? own : peer;
      sum.ms += performance.now() - start;
      sum.steps += 1;
    }
    const { share } = watch();
    assertRead(read);
    assertRight(contender, replica, together);
    const calculateMean = ({ ms, steps }: typeof own) => (ms / steps) * share * 1000;
    return { own: calculateMean(own), peer: calculateMean(peer) };
  };
}

/** Measures how long an offline phone takes to apply the missing actions, ms. */
function catchUpOf(contender: Contender, recording: Recording): () => { ms: number } {
  const all = replayPhoneWithAll(recording);
  return () => {
    const replica = replayPhoneApart(contender, apart, recording);
    const missing = all.lacking(replica.known());
    return measureWork(contender, apart, () => {
      replica.catchUp(missing);
      return replica;
    });
  };
}

/** Measures how long a phone takes to open a stored document, ms. */
function measureOpening(contender: Contender, { replicas }: Recording): () => { ms: number } {
  const stored = replicas[0]!.stored();
  return () => measureWork(contender, together, () => contender.load(stored));
}

function measureWork(contender: Contender, evening: Evening, work: () => Replica): { ms: number } {
  const watch = startWatch();
  const replica = work();
  let read = 0;
  for (let diner = 0; diner < diners; diner += 1) read += replica.pieces(nameUser(diner));
  const { ms } = watch();
  assertRead(read);
  assertRight(contender, replica, evening);
  return { ms };
}

/** Returns a function that reads the process's CPU time since then, ms, and its share of the elapsed time. */
function startWatch(): () => { ms: number; share: number } {
  const [start, before] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    const passed = performance.now() - start;
    // The garbage collector's threads run in parallel, so their sum may exceed the elapsed time.
    const ms = Math.min(passed, (user + system) / 1000);
    return { ms, share: ms / passed };
  };
}

/** Uses the result of the reading. Otherwise the compiler might remove the reading itself. */
function assertRead(pieces: number): void {
  if (!(pieces > 0)) throw new Error('nothing was read');
}
