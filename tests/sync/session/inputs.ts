/** Inputs that come from outside: as they should, spoilt on the way, or of somebody who made them up. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { itemAdded } from '#events/cart/item-added.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { itemOf } from '#testing/simulated-menu.ts';
import type { Answered, Input } from '#sync/ports/input.ts';
import type { Incoming } from '#sync/ports/incoming.ts';
import type { Answer, ServerCall } from '#sync/ports/transport.ts';
import type { PhoneState } from '#sync/state.ts';
import type { Dice } from './dice.ts';
import { mutated } from './mutate.ts';
import type { Told } from './peers.ts';
import { honestServer, type HonestServer } from '#testing/honest-server.ts';

/** What an input hangs on. */
interface Around {
  readonly state: PhoneState;
  readonly now: number;
  readonly server: HonestServer;
  /** Under way, by number. */
  readonly calls: ReadonlyMap<number, ServerCall>;
}

type FromOutside = Extract<Input, { kind: 'answered' | 'message' | 'tab' | 'stored' }>;

export function answered(number: number, { call }: ServerCall, answer: Answer<unknown>): Answered {
  return { kind: 'answered', number, call, answer } as Answered;
}

export function messageOf(told: Told, fromUserId: string | undefined): Input {
  const message = { fromBrowserId: `browser-${fromUserId}`, ...told } as Incoming['message'];
  return { kind: 'message', incoming: { message, fromUserId }, browserId: 'browser-u1' };
}

/** One dish of the diner's, written elsewhere. */
export function eventOf(id: string, now: number): AnyEvent {
  const [replica, text] = id.split(':') as [string, string];
  const seq = Number(text);
  const seen: VersionVector = seq > 1 ? { [replica]: seq - 1 } : {};
  const fields = { id, at: [now, seq] as const, seen, userId: 'u1' };
  return itemAdded(fields, { lineId: id, item: itemOf(0, 0, 0), quantity: 1 });
}

/** What identifies the input is left: it comes to those who wait for it. */
export function spoilt(input: FromOutside, dice: Dice): Input {
  switch (input.kind) {
    case 'answered':
      return { ...input, answer: mutated(input.answer, dice) } as Input;
    case 'message':
      return { ...input, incoming: mutated(input.incoming, dice) } as Input;
    case 'tab':
      return { ...input, message: mutated(input.message, dice) } as Input;
    default:
      return { ...input, ok: mutated(input.ok, dice), batch: mutated(input.batch, dice) } as Input;
  }
}

/** What nobody asked for. */
export function invented(around: Around, dice: Dice): Input {
  const { state, now, server } = around;
  const number = dice.below(2) === 0 ? dice.below(40) : state.counter + 1 + dice.below(5);
  switch (dice.below(7)) {
    case 0: {
      const call: ServerCall = { call: 'snapshot', known: {} };
      return answered(number, call, server.answer('u1', call));
    }
    case 1:
      return { kind: 'stored', batch: number, ok: dice.below(2) === 0 };
    case 2: {
      const event = { ...eventOf(`u9x:${1 + dice.below(3)}`, now), userId: dice.oneOf(['u1', 'u2', 'u9']) };
      return messageOf({ messageType: 'addCartItem', data: { events: [event], version: 1 } }, 'u9');
    }
    case 3: {
      const ids = [`${state.knowledge.writer.replicaId}:${1 + dice.below(3)}`, 'p2:1'];
      const data = { events: [], rejected: [{ ids, code: 'notYours' }] };
      return messageOf({ messageType: 'addCartItem', data }, dice.oneOf(['u2', 'u9']));
    }
    case 4: {
      const data = { known: { nobody: 1 + dice.below(9), p2: dice.below(99) }, version: 1 };
      return messageOf({ messageType: 'cartChanged', data }, undefined);
    }
    case 5: {
      const message = { kind: 'learnt', records: inventedRecords(around, dice) } as const;
      const word: Input = { kind: 'tab', message };
      return dice.below(3) === 0 ? spoilt(word, dice) : word;
    }
    default:
      return messageOf({ messageType: 'news', data: { sessionId: dice.oneOf(['s1', 's2', '']) } }, 'u2');
  }
}

/** An answer to what is under way, of a table that knows nothing of this one, and of another kind mostly. */
export function fromAnotherServer({ state, now, server, calls }: Around, dice: Dice): Input {
  const isPlain = dice.below(4) > 0 ? !server.isPlain : server.isPlain;
  const stranger = honestServer(isPlain, () => now);
  const under = dice.oneOf([...calls, undefined]);
  const call: ServerCall = under?.[1] ?? { call: 'snapshot', known: {} };
  return answered(under?.[0] ?? state.counter, call, stranger.answer('u1', call));
}

/** Another tab says what the server never said: of its own changes, of this one's, of the whole table. */
function inventedRecords({ state, now }: Around, dice: Dice): LogRecord[] {
  const t = now;
  const mine = `${state.knowledge.writer.replicaId}:${1 + dice.below(3)}`;
  const covers = { t1: dice.below(4), p2: dice.below(4) };
  const all: readonly LogRecord[] = [
    { t, from: 'peer', event: eventOf(`t1:${1 + dice.below(3)}`, now) },
    { t, from: 'server', rejected: { ids: [mine, 't1:1'], code: 2025 } },
    { t, from: 'server', accepted: { ids: ['t1:1', 't1:2'], version: dice.below(9) } },
    { t, from: 'server', snapshot: { version: dice.below(50), covers, userCarts: [] } },
  ];
  return all.filter(() => dice.below(2) === 0);
}
