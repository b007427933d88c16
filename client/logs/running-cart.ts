import type { LogRecord } from '#events/records/records.ts';
import type { LogKey } from '#sync/ports/storage.ts';

/** The cart that runs, or last ran, in this page: for a report when the browser's database can't be read. */
interface RunningCart {
  readonly log: LogKey;
  readonly replicaId: string;
  history(): Promise<readonly LogRecord[]>;
}

let running: RunningCart | undefined;

export function setRunningCart(cart: RunningCart): void {
  running = cart;
}

export function getRunningCart(): RunningCart | undefined {
  return running;
}
