/** Six cases in which two devices of one diner act without having heard of each other. */
import type { Engine, Replica } from '../engine.ts';
import { lineKey, type Line, type Operation } from '../trace/records.ts';
import { compared } from '../engines/parts/rules-fold.ts';
import { keysOf } from '../trace/wishes.ts';
import { userOf } from '../trace/trace.ts';

const tea: Line = { product: 'p001', category: 'c00', notes: '', modifiers: ['m01'] };
const coldTea: Line = { ...tea, notes: 'no ice' };

const add = (quantity: number): Operation => ({ kind: 'add', line: tea, quantity });
const decrease: Operation = { kind: 'decrease', line: tea };
const notes: Operation = { kind: 'notes', line: tea, notes: coldTea.notes };
const clear: Operation = { kind: 'clear', seen: new Uint32Array(2) };

interface Case {
  readonly name: string;
  /** Each step is what the two devices do before they hear of each other again. */
  readonly steps: readonly (readonly [first: readonly Operation[], second: readonly Operation[]])[];
  readonly line: Line;
  /** In the cart at the end; 0: nothing. */
  readonly pieces: number;
}

export const cases: readonly Case[] = [
  {
    name: 'a clear against an add that it had not seen',
    steps: [
      [[add(2)], []],
      [[clear], [add(1)]],
    ],
    line: tea,
    pieces: 1,
  },
  {
    name: 'stopping at 0: two decreases of the last one leave the next add whole',
    steps: [
      [[add(1)], []],
      [[decrease], [decrease]],
      [[add(2)], []],
    ],
    line: tea,
    pieces: 2,
  },
  {
    name: 'a line that both begin',
    steps: [[[add(1)], [add(2)]]],
    line: tea,
    pieces: 3,
  },
  {
    name: 'new notes against an add to the same line',
    steps: [
      [[add(1)], []],
      [[notes], [add(1)]],
    ],
    line: coldTea,
    pieces: 2,
  },
  {
    name: 'two clears, then an add',
    steps: [
      [[add(3)], []],
      [[clear], [clear]],
      [[add(2)], []],
    ],
    line: tea,
    pieces: 2,
  },
  {
    name: 'two decreases of the last one',
    steps: [
      [[add(1)], []],
      [[decrease], [decrease]],
    ],
    line: tea,
    pieces: 0,
  },
];

/** By case: true when both devices end with what the rules say. */
export function twoDevices(engine: Engine): readonly boolean[] {
  return cases.map(({ steps, line, pieces }) => {
    const pair = new Pair(engine);
    for (const step of steps) pair.live(step);
    const cart = { [lineKey(line)]: pieces };
    const expected = pieces > 0 ? { [userOf(0)]: cart } : {};
    return pair.devices.every((device) => compared(device.state().carts, expected)[0] === 0);
  });
}

class Pair {
  readonly devices: readonly [Replica, Replica];
  private readonly lastSeq: [number, number] = [0, 0];
  private moment = 1_700_000_000_000;

  constructor(engine: Engine) {
    this.devices = [engine.open(0), engine.open(1)];
  }

  live([first, second]: Case['steps'][number]): void {
    const sent = [this.act(0, first), this.act(1, second)] as const;
    for (const message of sent[1]) this.devices[0].peer(message);
    for (const message of sent[0]) this.devices[1].peer(message);
  }

  private act(replica: 0 | 1, operations: readonly Operation[]): unknown[] {
    const device = this.devices[replica];
    const sent = operations.map((operation) => {
      this.lastSeq[replica] += 1;
      this.moment += 1_000;
      const record = {
        replica,
        seq: this.lastSeq[replica],
        userId: userOf(0),
        at: this.moment,
        lamport: this.moment,
        operation,
        ...keysOf(operation),
      };
      return device.own(device.prepare(record));
    });
    return sent.filter((message) => message !== undefined);
  }
}
