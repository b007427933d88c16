import type { Engine, Replica, Stored } from '../engine.ts';
import type { TraceRecord } from '../trace/records.ts';

/** An engine whose messages are objects, with each of them written as JSON by its author and read by the others. */
export function onTheWire(engine: Engine): Engine<string> {
  return {
    name: `${engine.name}, JSON on the wire`,
    open: (replica) => new OnTheWire(engine.open(replica)),
    load: (stored) => new OnTheWire(engine.load(stored)),
  };
}

class OnTheWire implements Replica<string> {
  constructor(private readonly inner: Replica) {}

  become(replica: number): void {
    this.inner.become!(replica);
  }

  prepare(record: TraceRecord): unknown {
    return this.inner.prepare(record);
  }

  own(prepared: unknown): string | undefined {
    const message = this.inner.own(prepared);
    return message === undefined ? undefined : JSON.stringify(message);
  }

  peer(message: string): void {
    this.inner.peer(JSON.parse(message));
  }

  peers(messages: readonly string[]): void {
    this.inner.peers(messages.map((message) => JSON.parse(message) as unknown));
  }

  pieces(userId: string): number {
    return this.inner.pieces(userId);
  }

  state() {
    return this.inner.state();
  }

  stored(): Stored {
    return this.inner.stored();
  }

  wire(message: string): string {
    return message;
  }
}
