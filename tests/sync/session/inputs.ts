/** Inputs from outside the phone: correct ones, damaged ones and invented ones. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { createItem } from '#testing/simulated-menu.ts';
import type { Answered, Input } from '#sync/ports/input.ts';
import type { Incoming } from '#sync/ports/incoming.ts';
import type { Answer, ServerCall } from '#sync/ports/transport.ts';
import type { PhoneState } from '#sync/state/phone-state.ts';
import type { Dice } from '#tests/oracle/dice.ts';
import { mutateValue } from './mutate.ts';
import type { PeerMessage } from './peers.ts';
import { createHonestServer, type HonestServer } from '#testing/honest-server.ts';

/** The state of the session that inputs are made from. */
interface Around {
  readonly state: PhoneState;
  readonly now: number;
  readonly server: HonestServer;
  /** Requests under way, by number. */
  readonly calls: ReadonlyMap<number, ServerCall>;
}

type FromOutside = Extract<Input, { kind: 'answered' | 'message' | 'tab' | 'stored' }>;

export function createAnswered(number: number, { call }: ServerCall, answer: Answer<unknown>): Answered {
  return { kind: 'answered', number, call, answer } as Answered;
}

export function createMessage(sent: PeerMessage, fromUserId: string | undefined): Input {
  const message = { fromBrowserId: `browser-${fromUserId}`, ...sent } as Incoming['message'];
  return { kind: 'message', incoming: { message, fromUserId }, browserId: 'browser-u1' };
}

/** The diner adds a dish in another tab. */
export function createEvent(id: string, now: number): AnyEvent {
  const [replica, text] = id.split(':') as [string, string];
  const seq = Number(text);
  const seen: VersionVector = seq > 1 ? { [replica]: seq - 1 } : {};
  const fields = { id, at: [now, seq] as const, seen, userId: 'u1' };
  return createItemAdded(fields, { lineId: id, item: createItem(0, 0, 0), quantity: 1 });
}

/** Damages the content. Numbers of requests and batches stay, so that the phone takes the input as expected. */
export function spoilInput(input: FromOutside, dice: Dice): Input {
  switch (input.kind) {
    case 'answered':
      return { ...input, answer: mutateValue(input.answer, dice) } as Input;
    case 'message':
      return { ...input, incoming: mutateValue(input.incoming, dice) } as Input;
    case 'tab':
      return { ...input, message: mutateValue(input.message, dice) } as Input;
    default:
      return { ...input, ok: mutateValue(input.ok, dice), batch: mutateValue(input.batch, dice) } as Input;
  }
}

/** An input that answers nothing. */
export function inventInput(around: Around, dice: Dice): Input {
  const { state, now, server } = around;
  const number = dice.below(2) === 0 ? dice.below(40) : state.counter + 1 + dice.below(5);
  switch (dice.below(7)) {
    case 0: {
      const call: ServerCall = { call: 'snapshot', known: {} };
      return createAnswered(number, call, server.answer('u1', call));
    }
    case 1:
      return { kind: 'stored', batch: number, ok: dice.below(2) === 0 };
    case 2: {
      const event = { ...createEvent(`u9x:${1 + dice.below(3)}`, now), userId: dice.one(['u1', 'u2', 'u9']) };
      return createMessage({ messageType: 'addCartItem', data: { events: [event], version: 1 } }, 'u9');
    }
    case 3: {
      const ids = [`${state.knowledge.writer.replicaId}:${1 + dice.below(3)}`, 'p2:1'];
      const data = { events: [], rejected: [{ ids, code: 'notYours' }] };
      return createMessage({ messageType: 'addCartItem', data }, dice.one(['u2', 'u9']));
    }
    case 4: {
      const data = { known: { nobody: 1 + dice.below(9), p2: dice.below(99) }, version: 1 };
      return createMessage({ messageType: 'cartChanged', data }, undefined);
    }
    case 5: {
      const message = { kind: 'learnt', records: inventRecords(around, dice) } as const;
      const word: Input = { kind: 'tab', message };
      return dice.below(3) === 0 ? spoilInput(word, dice) : word;
    }
    default:
      return createMessage({ messageType: 'news', data: { sessionId: dice.one(['s1', 's2', '']) } }, 'u2');
  }
}

/** An answer from a server that has never seen this phone and mostly is of the other kind. */
export function drawForeignAnswer({ state, now, server, calls }: Around, dice: Dice): Input {
  const isPlain = dice.below(4) > 0 ? !server.isPlain : server.isPlain;
  const stranger = createHonestServer(isPlain, () => now);
  const under = [...calls][dice.below(calls.size + 1)];
  const call: ServerCall = under?.[1] ?? { call: 'snapshot', known: {} };
  return createAnswered(under?.[0] ?? state.counter, call, stranger.answer('u1', call));
}

/** Records that another tab claims to have from the server. */
function inventRecords({ state, now }: Around, dice: Dice): LogRecord[] {
  const t = now;
  const mine = `${state.knowledge.writer.replicaId}:${1 + dice.below(3)}`;
  const covers = { t1: dice.below(4), p2: dice.below(4) };
  const all: readonly LogRecord[] = [
    { t, from: 'peer', event: createEvent(`t1:${1 + dice.below(3)}`, now) },
    { t, from: 'server', rejected: { ids: [mine, 't1:1'], code: 2025 } },
    { t, from: 'server', accepted: { ids: ['t1:1', 't1:2'], version: dice.below(9) } },
    { t, from: 'server', snapshot: { version: dice.below(50), covers, userCarts: [] } },
  ];
  return all.filter(() => dice.below(2) === 0);
}
