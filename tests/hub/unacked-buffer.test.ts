import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUnackedBuffer } from '#server/platform/hub/unacked-buffer.ts';
import { forAll } from '#tests/properties/for-all.ts';

const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('push' as const),
      text: fc.string({ maxLength: 12 }),
      expiresAt: fc.nat(50),
    }),
    fc.record({ do: fc.constant('acknowledge' as const), sequenceId: fc.nat(20) }),
  ),
  { minLength: 20, maxLength: 60 },
);

it('rows 7 and 11: behaves as a plain list with the same caps', () => {
  let overflows = 0;
  let acknowledged = 0;
  forAll(steps, fc.nat(50), (run, now) => {
    const limits = { maxUnackedMessages: 8, maxUnackedBytes: 80 };
    const buffer = createUnackedBuffer(limits);
    let model: { id: number; text: string; expiresAt: number }[] = [];
    let lastId = 0;
    for (const step of run) {
      if (step.do === 'push') {
        const text = `${step.text}#${lastId + 1}`;
        const size = [...model, { text }].reduce((sum, item) => sum + Buffer.byteLength(item.text), 0);
        const fits = model.length < limits.maxUnackedMessages && size <= limits.maxUnackedBytes;
        expect(buffer.push((id) => `${step.text}#${id}`, step.expiresAt)).toBe(fits ? text : null);
        if (fits) {
          lastId += 1;
          model.push({ id: lastId, text, expiresAt: step.expiresAt });
        } else overflows += 1;
      } else {
        const before = model.length;
        model = model.filter(({ id }) => id > step.sequenceId);
        acknowledged += before - model.length;
        buffer.acknowledge(step.sequenceId);
      }
      expect(buffer.count()).toBe(model.length);
      expect(buffer.bytes()).toBe(model.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0));
    }
    const live = model.filter(({ expiresAt }) => expiresAt > now).map(({ text }) => text);
    expect(buffer.listUnexpired(now)).toEqual(live);
  });
  // With fewer the test would prove nothing about caps and acknowledgements.
  expect(overflows).toBeGreaterThan(100);
  expect(acknowledged).toBeGreaterThan(100);
});
