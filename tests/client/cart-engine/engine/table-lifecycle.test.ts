/** Engines of tables open and close in any order. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { TableCart } from '#client/cart/table-cart.ts';
import { runLifecycle } from '#client/engine/run-lifecycle.ts';
import { lifecycleWaits, type Seat } from '#client/engine/table-lifecycle.ts';
import { forAllAsync } from '#tests/properties/for-all.ts';

const seatAt = (tableId: string, userId = 'u1'): Seat => ({
  merchantId: '1001',
  tableId,
  sessionId: `s-${tableId}`,
  userId,
});

/** An open or a close that the test ends. */
interface Work {
  readonly seat: Seat;
  end(): void;
  fail(): void;
}

class Engine {
  isClosing = false;
  isClosed = false;
  readonly cart = { value: {} as TableCart };
  readonly seat: Seat;
  private readonly scene: Scene;

  constructor(scene: Scene, seat: Seat) {
    this.scene = scene;
    this.seat = seat;
  }

  close(): Promise<void> {
    this.isClosing = true;
    return this.scene.begin(this.scene.closing, this.seat, () => {
      this.isClosed = true;
    });
  }
}

class Scene {
  readonly opening: Work[] = [];
  readonly closing: Work[] = [];
  readonly engines: Engine[] = [];
  readonly befores: (TableCart | undefined)[] = [];
  shown: Engine | undefined;
  wanted: Seat | undefined;
  /** Whether an open or a close was given up. */
  hasGivenUp = false;
  /** Whether a table was opened while another one was still opening, open or closing. */
  ranTwo = false;
  private now = 0;
  private timers: { readonly at: number; run(): void }[] = [];

  private readonly lifecycle = runLifecycle<never>({
    open: (seat, before) => {
      this.befores.push(before);
      const isAlone = this.opening.length === 0 && this.engines.every(({ isClosed }) => isClosed);
      if (!isAlone && !this.hasGivenUp) this.ranTwo = true;
      return this.begin(this.opening, seat, () => {
        const engine = new Engine(this, seat);
        this.engines.push(engine);
        return engine as never;
      });
    },
    show: (engine) => {
      this.shown = engine;
    },
    env: {
      timer: (ms, run) => {
        const timer = { at: this.now + ms, run };
        this.timers.push(timer);
        return () => {
          this.timers = this.timers.filter((each) => each !== timer);
        };
      },
    },
  });

  want(seat: Seat | undefined): void {
    this.wanted = seat;
    this.lifecycle.want(seat);
  }

  pass(ms: number): void {
    this.now += ms;
    const due = this.timers.filter(({ at }) => at <= this.now);
    if (due.length > 0 && this.opening.length + this.closing.length > 0) this.hasGivenUp = true;
    this.timers = this.timers.filter(({ at }) => at > this.now);
    for (const { run } of due) run();
  }

  begin<T>(queue: Work[], seat: Seat, result: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = () => queue.splice(queue.indexOf(work), 1);
      const work: Work = {
        seat,
        end: () => {
          leave();
          resolve(result());
        },
        fail: () => {
          leave();
          // The lifecycle leaves an engine that fails to close.
          if (queue === this.closing) this.hasGivenUp = true;
          reject(new Error('broken'));
        },
      };
      queue.push(work);
    });
  }

  check(): void {
    expect(this.ranTwo).toBe(false);
    if (this.shown) expect(this.shown.seat).toEqual(this.wanted);
    for (const engine of this.engines) expect(engine.isClosing).toBe(engine !== this.shown);
  }
}

/** Resolves after the callbacks of resolved promises. */
const waitForCallbacks = () => new Promise((resolve) => setImmediate(resolve));

async function endWork(work: Work | undefined, how: 'end' | 'fail' = 'end'): Promise<void> {
  work?.[how]();
  await waitForCallbacks();
}

describe('a diner goes from table to table', () => {
  test('and is asked again on the way from A to B, before B is open', async () => {
    const scene = new Scene();
    scene.want(seatAt('A'));
    await endWork(scene.opening[0]);
    scene.want(seatAt('B'));
    scene.want({ ...seatAt('B'), reopenedAt: 7 });
    await endWork(scene.closing[0]);
    await endWork(scene.opening[0]);
    expect(scene.shown?.seat).toEqual({ ...seatAt('B'), reopenedAt: 7 });
  });

  test('a login at the same table keeps the cart, at another table it does not', async () => {
    const scene = new Scene();
    scene.want(seatAt('A', 'guest'));
    await endWork(scene.opening[0]);
    const guests = scene.shown?.cart.value;
    scene.want(seatAt('A', 'member'));
    await endWork(scene.closing[0]);
    await endWork(scene.opening[0]);
    scene.want(seatAt('B', 'member'));
    await endWork(scene.closing[0]);
    expect(scene.befores).toEqual([undefined, guests, undefined]);
    expect(scene.befores[1]).toBe(guests);
  });

  test('an open and a close that never end do not block later ones', async () => {
    const scene = new Scene();
    scene.want(seatAt('A'));
    scene.want(seatAt('B'));
    scene.pass(lifecycleWaits.openMs);
    scene.pass(lifecycleWaits.pauseMs);
    await endWork(scene.opening[1]);
    expect(scene.shown?.seat.tableId).toBe('B');
    scene.want(seatAt('C'));
    scene.pass(lifecycleWaits.closeMs);
    await endWork(scene.opening[1]);
    expect(scene.shown?.seat.tableId).toBe('C');
    // The open that was given up ends late. Its engine is closed at once and never shown.
    await endWork(scene.opening[0]);
    expect(scene.shown?.seat.tableId).toBe('C');
    scene.check();
  });
});

const seats = [seatAt('A'), seatAt('B'), seatAt('A', 'u2'), undefined];
const action = fc.oneof(
  fc.record({ kind: fc.constant('want' as const), seat: fc.constantFrom(...seats) }),
  fc.record({
    kind: fc.constantFrom('end' as const, 'fail' as const),
    of: fc.constantFrom('opening' as const, 'closing' as const),
    at: fc.nat(2),
  }),
  fc.record({
    kind: fc.constant('pass' as const),
    ms: fc.constantFrom(1_000, lifecycleWaits.pauseMs, lifecycleWaits.closeMs, lifecycleWaits.openMs),
  }),
);

test('in any order, the app finally shows the cart of the wanted table', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  await forAllAsync(fc.array(action, { maxLength: 25 }), async (actions) => {
    const scene = new Scene();
    for (const each of actions) {
      if (each.kind === 'want') scene.want(each.seat);
      else if (each.kind === 'pass') scene.pass(each.ms);
      else scene[each.of][each.at]?.[each.kind]();
      await waitForCallbacks();
      scene.check();
    }
    scene.pass(lifecycleWaits.openMs);
    scene.pass(lifecycleWaits.pauseMs);
    while (scene.opening.length + scene.closing.length > 0)
      await endWork(scene.opening[0] ?? scene.closing[0]);
    scene.check();
    expect(scene.shown?.seat).toEqual(scene.wanted);
  });
  errors.mockRestore();
});
