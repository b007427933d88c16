/** Phones that misread or repeat messages of their server. */
import type { Answer, CartTransport, ServerAnswer } from '#sync/ports/transport.ts';
import { isSnapshotAnswer } from '#sync/protocols/answer-kind.ts';

export const brokenPhones: Readonly<Record<string, (way: CartTransport) => CartTransport>> = {
  'never hears that a change was taken': (way) => ({
    ...way,
    post: async (detail, events, known, signal) =>
      changed(await way.post(detail, events, known, signal), (sync) => {
        const { accepted: _accepted, ...rest } = sync;
        return rest;
      }),
  }),
  'takes every answer for a yes': (way) => ({
    ...way,
    post: async (detail, events, known, signal) =>
      changed(await way.post(detail, events, known, signal), (sync) => ({
        ...sync,
        rejected: [],
        accepted: { ids: events.map(({ id }) => id), version: sync.version },
      })),
  }),
  'asks as if it knew everything': (way) => {
    let last = {};
    return {
      ...way,
      snapshot: async (known, signal) => {
        const answer = await way.snapshot({ ...known, ...last }, signal);
        if (answer.ok && !isSnapshotAnswer(answer.value)) last = answer.value.known;
        return answer;
      },
      post: (detail, events, known, signal) => way.post(detail, events, { ...known, ...last }, signal),
    };
  },
  'orders once more when it gets no answer': (way) => ({
    ...way,
    place: async (order) => {
      const answer = await way.place(order);
      if (answer.ok || answer.failure.kind !== 'retry') return answer;
      return await way.place({ ...order, placementId: `${order.placementId}again` });
    },
  }),
};

type Sync = Exclude<ServerAnswer, { readonly plain: true }>;

function changed(answer: Answer<ServerAnswer>, change: (sync: Sync) => Sync): Answer<ServerAnswer> {
  if (!answer.ok || isSnapshotAnswer(answer.value)) return answer;
  return { ok: true, value: change(answer.value) };
}
