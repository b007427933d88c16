/** The phone keeps what it knows about a diner if a server does not repeat it, over real HTTP. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Member } from '#contract/calls/member.ts';
import { createForTests } from '#tests/for-tests.ts';
import { createApiForTests, createMember, table, createToken } from '../api-scene.ts';

const { scene, diner } = createApiForTests();
const api = createForTests(async () => await import('#src/diner/member.ts'));
const actions = createForTests(async () => await import('#src/shell/diner/diner-actions.ts'));
beforeEach(() => {
  diner.updateDiner({ merchantId: '1001', token: createToken('ann'), member: ann });
});

const ann = createMember('7', {
  name: 'Ann Lee', firstName: 'Ann', lastName: 'Lee', mail: 'a@example.com', phone: '2125550101', birthday: 317,
  registrationState: 1,
}); // prettier-ignore
const pickFields = ({ firstName, lastName, mail, phone, birthday, registrationState }: Member) =>
  [firstName, lastName, mail, phone, birthday, registrationState] as const;

const bare = { id: 7 };
const empty = { id: 7, firstName: null, lastName: null, mail: null, phone: null, birthday: null };

// P5, CA10
test.each([bare, empty])('a member who is read again: %j', async (data) => {
  scene.answer(() => ({ data }));
  expect(pickFields(await api.restoreMember())).toEqual(pickFields(ann));
  expect(diner.dinerState.value.member).toMatchObject({ id: '7', firstName: 'Ann' });
});

// P5, CA11
test.each([bare, empty, null, {}])('a saved name and birthday: %j', async (data) => {
  scene.answer(() => ({ data }));
  const saved = await api.saveMember(ann, { firstName: 'Anna', birthday: 1224 });
  expect(pickFields(saved)).toEqual(['Anna', 'Lee', 'a@example.com', '2125550101', 1224, 1]);
  expect(diner.dinerState.value.member).toEqual(saved);
});

test('the server’s values take precedence', async () => {
  scene.answer(() => ({ data: { ...ann, firstName: 'Annie', mail: 'b@example.com' } }));
  expect(await api.saveMember(ann, { firstName: 'Anna' })).toMatchObject({
    firstName: 'Annie',
    mail: 'b@example.com',
  });
});

test('another member’s data are unknown', async () => {
  scene.answer(() => ({ data: { id: 8 } }));
  expect(pickFields(await api.restoreMember())).toEqual(['', '', '', '', null, 0]);
});

// O4
test('a guest who logs in, also twice, is recognised by the guest’s token', async () => {
  diner.updateDiner({
    table: { ...table, sessionId: '' },
    member: { ...ann, id: 'guest' },
    token: createToken('guest'),
  });
  scene.answer(() => ({ data: { ...ann, token: createToken('ann') } }));
  const guest = { sessionId: '', userIds: ['guest'], token: createToken('guest') };
  for (const _ of [1, 2]) {
    await actions.logInAs('2125550101', '123456', undefined);
    expect(diner.dinerState.value).toMatchObject({ token: createToken('ann'), earlier: guest });
  }
});

// O4: The notice “Someone at your table placed the order” is no name.
test.each([
  ['a guest', 0, 'Ann'],
  ['another member', 1, ''],
])('a login without a name after %s keeps the name of the guest', async (_who, registrationState, name) => {
  diner.updateDiner({ member: { ...ann, id: 'before', registrationState }, token: createToken('before') });
  scene.answer(({ path }) => ({
    data: path.endsWith('/login') ? { id: 7, token: createToken('ann') } : true,
  }));
  await actions.logInAs('2125550101', '123456', undefined);
  expect(diner.dinerState.value.member).toMatchObject({ id: '7', firstName: name });
  const listSaved = () => scene.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  if (name)
    await vi.waitFor(() =>
      expect(listSaved()).toEqual([expect.objectContaining({ id: '7', firstName: 'Ann' })]),
    );
  else expect(listSaved()).toEqual([]);
});
