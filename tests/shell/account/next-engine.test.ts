import i18next from 'i18next';
import { BehaviorSubject } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { createApiForTests, createMember } from '../../client/api/api-scene.ts';
import { createForTests } from '#tests/for-tests.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { createValue } from '#client/values/value.ts';

const { diner } = createApiForTests();
const waiting = createForTests(async () => await import('#src/add-to-cart/wait-for-engine.ts'));

const ann = createMember('ann', { registrationState: 1 });

const createEngine = (userId: string, loaded = true) =>
  ({ userId, status: new BehaviorSubject({ loaded }) }) as unknown as CartEngine;

afterEach(() => void vi.useRealTimers());

test('the member’s engine is used, not the guest’s that still runs', async () => {
  diner.updateDiner({ member: ann });
  const engines = createValue<CartEngine | undefined>(createEngine('guest'));
  const answer = waiting.waitForDinersEngine(engines);
  engines.next(undefined);
  const next = createEngine('ann');
  engines.next(next);
  expect(await answer).toBe(next);
});

test('the same engine continues if the member keeps the guest’s id', async () => {
  diner.updateDiner({ member: ann });
  const running = createEngine('ann');
  expect(await waiting.waitForDinersEngine(createValue<CartEngine | undefined>(running))).toBe(running);
});

test('no engine that the server has not answered in time is used', async () => {
  await i18next.init({ lng: 'en-US' });
  vi.useFakeTimers();
  diner.updateDiner({ member: ann });
  const answer = waiting.waitForDinersEngine(createValue<CartEngine | undefined>(createEngine('ann', false)));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await answer).toBeUndefined();
});
