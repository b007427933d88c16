/**
 * Virtual time. Tasks run in the order of their time, and at the same time in the order in which they were planned.
 * Nothing waits for real time. After each task, the code that awaits its promises runs before the next task.
 *
 *     const clock = new Scheduler(0);
 *     clock.after(1_000, work);
 *     await clock.runUntil(5_000, check); // runs work at 1 000, then check
 */
interface Planned {
  cancel(): void;
}

interface Task extends Planned {
  readonly time: number;
  readonly order: number;
  work: (() => void) | undefined;
}

/** Rounds of microtasks without a new task, after which all promises count as done. A test proves that these are enough. */
const quietRounds = 24;

const resolved = Promise.resolve();

export class Scheduler {
  /** Virtual wall clock, ms. */
  now: number;
  /** A hash of all tasks that ran and their times. Equal runs have equal fingerprints. */
  fingerprint = 0;
  tasks = 0;
  private readonly heap: Task[] = [];
  private order = 0;
  private readonly rounds: number;

  constructor(start: number, extraRounds = 0) {
    this.now = start;
    this.rounds = quietRounds + extraRounds;
  }

  after(ms: number, work: () => void): Planned {
    this.order += 1;
    const task: Task = {
      time: this.now + Math.max(0, Math.round(ms)),
      order: this.order,
      work,
      cancel() {
        task.work = undefined;
      },
    };
    push(this.heap, task);
    return task;
  }

  /** Runs the tasks up to `time`. Calls `afterEach` after each task and the code that awaits its promises. */
  async runUntil(time: number, afterEach: () => void): Promise<void> {
    for (;;) {
      const next = this.heap[0];
      if (!next || next.time > time) break;
      pop(this.heap);
      if (!next.work) continue;
      this.now = next.time;
      this.tasks += 1;
      this.fingerprint = Math.imul(this.fingerprint ^ next.order ^ (next.time | 0), 0x01000193);
      next.work();
      await this.drain();
      afterEach();
    }
    this.now = Math.max(this.now, time);
  }

  /** Lets waiting code run until no new task has been planned for some rounds. */
  private async drain(): Promise<void> {
    let before = this.order;
    for (let quiet = 0; quiet < this.rounds; quiet += 1) {
      await resolved;
      if (this.order !== before) {
        before = this.order;
        quiet = 0;
      }
    }
  }
}

function isBefore(a: Task, b: Task): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}

function push(heap: Task[], task: Task): void {
  let index = heap.push(task) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(task, heap[parent]!)) break;
    heap[index] = heap[parent]!;
    index = parent;
  }
  heap[index] = task;
}

function pop(heap: Task[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, last)) break;
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = last;
}
