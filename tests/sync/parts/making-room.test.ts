import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { createLoadedPhone, type Phone } from '#testing/phones/stepped-phone.ts';

const many = limits.open.reserved.events / 2;

/** Adds a dish and takes it out again. Returns the types of both events. */
function addAndRemove(phone: Phone): string[] {
  const typeOf = (id: string) => phone.state.knowledge.log.entries.get(id)!.event.type;
  const [added] = phone.add('p0');
  const known = new Set(phone.pending);
  phone.wish({ kind: 'decrease', lineId: added!, quantity: 1 });
  const types = [typeOf(added!), ...phone.pending.filter((id) => !known.has(id)).map(typeOf)];
  while (phone.has('post')) phone.serve('post');
  return types;
}

test('D37: after many changes, removing the last dish is recorded as a clear, which makes room', () => {
  const phone = createLoadedPhone();
  expect(addAndRemove(phone)).toEqual(['itemAdded', 'itemDecreased']);
  for (let own = 2; own < many - 1; own += 2) addAndRemove(phone);
  expect(phone.state.knowledge.log.entries.size).toBe(many);
  expect(addAndRemove(phone)).toEqual(['itemAdded', 'cartCleared']);
  expect(phone.shown()).toEqual([]);
});

test('while another dish stays, the removal is recorded as tapped', () => {
  const phone = createLoadedPhone();
  phone.add('p1');
  while (phone.has('post')) phone.serve('post');
  for (let own = 1; own < many; own += 2) addAndRemove(phone);
  expect(addAndRemove(phone)).toEqual(['itemAdded', 'itemDecreased']);
  expect(phone.shown()).toEqual(['1×p1']);
});
