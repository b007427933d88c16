/** Phones that misread or repeat messages of their server. */
import type { Answer, CartTransport, ServerAnswer } from '#sync/ports/transport.ts';
import { isSnapshotAnswer } from '#sync/protocols/answer-kind.ts';

export const brokenPhones: Readonly<Record<string, (way: CartTransport) => CartTransport>> = {
  'ignores that a change was accepted': (way) => ({
    ...way,
    post: async (detail, events, known, signal) =>
      changeAnswer(await way.post(detail, events, known, signal), (sync) => {
        const { accepted: _accepted, ...rest } = sync;
        return rest;
      }),
  }),
  'reads every answer as accepted': (way) => ({
    ...way,
    post: async (detail, events, known, signal) =>
      changeAnswer(await way.post(detail, events, known, signal), (sync) => ({
        ...sync,
        rejected: [],
        accepted: { ids: events.map(({ id }) => id), version: sync.version },
      })),
  }),
  'requests events as if it knew all': (way) => {
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
  'orders again after no answer': (way) => ({
    ...way,
    place: async (order) => {
      const answer = await way.place(order);
      if (answer.ok || answer.failure.kind !== 'retry') return answer;
      return await way.place({ ...order, placementId: `${order.placementId}again` });
    },
  }),
};

type Sync = Exclude<ServerAnswer, { readonly plain: true }>;

function changeAnswer(answer: Answer<ServerAnswer>, change: (sync: Sync) => Sync): Answer<ServerAnswer> {
  if (!answer.ok || isSnapshotAnswer(answer.value)) return answer;
  return { ok: true, value: change(answer.value) };
}
