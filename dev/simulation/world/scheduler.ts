/** Virtual time: tasks in order of (time, order of being planned); nothing here waits for real. */
interface Planned {
  cancel(): void;
}

interface Task extends Planned {
  readonly time: number;
  readonly order: number;
  work: (() => void) | undefined;
}

/** So many rounds of microtasks without anything new count as quiet. More would change nothing: a test says so. */
const quietRounds = 24;

const settled = Promise.resolve();

export class Scheduler {
  /** Virtual wall clock, ms. */
  now: number;
  /** A fingerprint of everything that ran, and when: equal runs have equal ones. */
  fingerprint = 0;
  tasks = 0;
  private readonly heap: Task[] = [];
  private order = 0;
  private readonly rounds: number;

  constructor(start: number, extraRounds = 0) {
    this.now = start;
    this.rounds = quietRounds + extraRounds;
  }

  /** Runs `work` after `ms`. */
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

  /** Runs tasks up to `time`, each with all that follows from it without waiting; `afterEach` looks at the result. */
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

  /** Lets promises that are settled be heard, until for a while nothing new is planned. */
  private async drain(): Promise<void> {
    let before = this.order;
    for (let quiet = 0; quiet < this.rounds; quiet += 1) {
      await settled;
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
