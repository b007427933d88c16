import type { LogRecord } from '#events/records/records.ts';
import type { LogKey } from '#sync/ports/storage.ts';

/** The cart of this page. A problem report takes its log from here if the browser's database cannot be read. */
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
