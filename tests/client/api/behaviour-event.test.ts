import { expect, test } from 'vitest';
import { formatBehaviourName } from '#client/api/behaviour/behaviour-event.ts';

const place = { environment: 'production', userId: 'u1', merchantId: '1001', tableId: 't7' };

test('CL12: an event is named with environment, user, merchant and table', () => {
  expect(formatBehaviourName('dish-added', place)).toBe('dish-added_production_u1_1001_t7');
});

test('an unknown value keeps its place', () => {
  const nobody = { ...place, userId: undefined, tableId: undefined };
  expect(formatBehaviourName('fingerprint-id-failed', nobody)).toBe(
    'fingerprint-id-failed_production__1001_',
  );
});

// CL12
test('a name is truncated to 255 characters', () => {
  const name = formatBehaviourName('dish-added', { ...place, userId: 'u'.repeat(300) });
  expect(name).toHaveLength(255);
  expect(name).toMatch(/^dish-added_production_u+$/);
});
