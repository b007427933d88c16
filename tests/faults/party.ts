/** Real phones that order all evening, and a ledger of the answers that they got. */
import type { CartTransport } from '#sync/ports/transport.ts';
import { isSnapshotAnswer } from '#sync/protocols/answer-kind.ts';
import { openRealPhone, type RealPhone } from '#testing/phones/real-phone.ts';
import type { Restaurant } from '#testing/restaurant.ts';
import type { Random } from '#dev/simulation/world/random.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** The server's answers. All of them must still be true after the faults. */
export interface Ledger {
  /** Ids of all events of the diners. */
  readonly made: Set<string>;
  readonly accepted: Set<string>;
  readonly rejected: Set<string>;
  /** Ids of all placements that were sent. */
  readonly placements: Set<string>;
  /** Ids of placements that were answered with an order. */
  readonly placed: Set<string>;
  /** Requests with events that got no answer. If there are none, the faults had no effect. */
  unanswered: number;
}

export interface Party {
  readonly phones: readonly RealPhone[];
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  /** Adds dishes, edits notes and sometimes orders, until `until` is true. */
  act(
    random: Random,
    options: { readonly meanPauseMs: number; readonly until: () => boolean },
  ): Promise<void>;
  close(): Promise<void>;
}

const mostLines = 8;

export async function seatParty(restaurant: Restaurant, server: () => string): Promise<Party> {
  const ledger: Ledger = {
    made: new Set(),
    accepted: new Set(),
    rejected: new Set(),
    placements: new Set(),
    placed: new Set(),
    unanswered: 0,
  };
  const timeline = createTimeline();
  const phones = await Promise.all(
    restaurant.seats.flat().map(async (seat) => {
      const watch = (transport: CartTransport) =>
        watchTransport(timeline.watchTransport(seat.userId, transport), ledger);
      const notice = (text: string) => timeline.add(seat.userId, text);
      return await openRealPhone(seat, { server, watch, notice });
    }),
  );
  return {
    phones,
    ledger,
    timeline,
    async act(random, { meanPauseMs, until }) {
      await Promise.all(
        phones.map(async (phone, n) => {
          const own = random.fork(`phone ${n}`);
          while (!until()) {
            await new Promise((resolve) => setTimeout(resolve, own.between(1, 2 * meanPauseMs)));
            if (own.chance(0.06)) await order(phone);
            const id = phone.tap((engine) => tapOn(engine, phone, own));
            if (id !== undefined) ledger.made.add(id);
          }
        }),
      );
    },
    close: async () => void (await Promise.all(phones.map((phone) => phone.close()))),
  };

  // Removes no dish, so that each one must be in an order or still in the cart.
  function tapOn({ commands }: RealPhone['engine'], phone: RealPhone, random: Random): void {
    const lines = phone.ownLines();
    if (lines.length > 0 && random.chance(0.2))
      return commands.editNotes(random.pick(lines), `wish ${random.drawInt(1000)}`);
    if (lines.length >= mostLines) {
      const { item } = random.pick(lines);
      return commands.add(item, 1);
    }
    commands.add({ ...random.pick(restaurant.dishes), notes: '' }, random.between(1, 3));
  }
}

/** Places an order. Like the page, asks for a missing answer until it is known. */
async function order({ engine }: RealPhone): Promise<void> {
  if ((await engine.place({})).kind === 'unknown') await engine.waitForPlacement();
}

function watchTransport(transport: CartTransport, ledger: Ledger): CartTransport {
  return {
    ...transport,
    async post(detail, events, known, signal) {
      const answer = await transport.post(detail, events, known, signal);
      if (!answer.ok && answer.failure.kind === 'retry') ledger.unanswered += 1;
      if (answer.ok && !isSnapshotAnswer(answer.value)) {
        for (const id of answer.value.accepted?.ids ?? []) ledger.accepted.add(id);
        for (const { ids } of answer.value.rejected ?? []) for (const id of ids) ledger.rejected.add(id);
      }
      return answer;
    },
    async place(request) {
      ledger.placements.add(request.placementId);
      const answer = await transport.place(request);
      if (answer.ok) ledger.placed.add(request.placementId);
      return answer;
    },
    async placement(id) {
      const answer = await transport.placement(id);
      if (answer.ok && answer.value.outcome === 'placed') ledger.placed.add(id);
      return answer;
    },
  };
}
