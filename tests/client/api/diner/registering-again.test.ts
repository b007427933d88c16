/** A guest whose token the server no longer accepts is registered again, over real HTTP (CE11). */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { registrationState } from '#contract/states.ts';
import { createForTests } from '#tests/for-tests.ts';
import {
  createApiForTests,
  createMember,
  silenceConsole,
  table,
  createToken,
  type Asked,
} from '../api-scene.ts';

const { scene, diner, clock } = createApiForTests();
const again = createForTests(async () => await import('#src/shell/diner/register-again.ts'));
const actions = createForTests(async () => await import('#src/shell/diner/diner-actions.ts'));
const name = createForTests(async () => await import('#src/diner/unsaved-name.ts'));
beforeAll(silenceConsole);

const plainTable = { ...table, sessionId: '' };
const path = '/api/member/register/guest';
const listRegistrations = () => scene.asked.filter((asked: Asked) => asked.path === path);
const registerAgain = () => again.registerAgain(async (...of) => await actions.renameDiner(...of));
/** The server makes a guest with this id for each request. */
const answerAsGuest = (id: string) =>
  scene.answer(() => ({ data: { ...createMember(id), token: createToken(id) } }));
let minutes = 0;

beforeEach(() => {
  minutes += 2;
  vi.spyOn(performance, 'now').mockReturnValue(minutes * 60_000);
  clock.setServerDate(null);
  diner.updateDiner({ merchantId: '1001', member: createMember('g1'), token: 'old', table: plainTable, earlier: undefined }); // prettier-ignore
});

test('CE11: once, without the old token; the name and the table stay', async () => {
  answerAsGuest('g2');
  diner.updateDiner({ member: createMember('g1', { name: 'Ann', firstName: 'Ann' }) });
  const outcomes = await Promise.all([registerAgain(), registerAgain()]);
  expect(outcomes).toEqual(['goesOn', 'goesOn']);
  expect(listRegistrations().map(({ headers }) => headers.authorization)).toEqual([undefined]);
  expect(diner.dinerState.value).toMatchObject({
    token: createToken('g2'), table: plainTable, member: { id: 'g2', firstName: 'Ann' },
    earlier: { sessionId: '', userIds: ['g1'], token: undefined },
  }); // prettier-ignore
  await vi.waitFor(() =>
    expect(scene.asked.at(-1)).toMatchObject({ method: 'PUT', body: { firstName: 'Ann' } }),
  );
  await vi.waitFor(() => expect(name.hasUnsavedName(), 'the server knows the name').toBe(false));
});

test('the guest is the same to the server and continues the same log', async () => {
  answerAsGuest('g1');
  expect(await registerAgain()).toBe('goesOn');
  expect(diner.dinerState.value).toMatchObject({ token: createToken('g1'), member: { id: 'g1' } });
  expect(diner.dinerState.value.earlier).toBeUndefined();
});

test('a server that always answers 401 is asked once, then the visit ends', async () => {
  answerAsGuest('g2');
  expect(await registerAgain()).toBe('goesOn');
  expect(await registerAgain()).toBe('isOver');
  expect(listRegistrations()).toHaveLength(1);
});

describe('the visit ends', () => {
  test('for a member, because a guest must not replace a login', async () => {
    answerAsGuest('g2');
    diner.updateDiner({ member: createMember('m1', { registrationState: registrationState.registered }) });
    expect([await registerAgain(), listRegistrations()]).toEqual(['isOver', []]);
  });

  test('if the server accepts no guests', async () => {
    scene.answer(() => ({ status: 401, code: 401 }));
    expect([await registerAgain(), diner.dinerState.value.token]).toEqual(['isOver', 'old']);
    expect(listRegistrations()).toHaveLength(1);
  });
});

test('an unreachable server decides nothing, and the next 401 asks again', async () => {
  scene.answer(() => ({ fault: 'cut' }));
  expect(await registerAgain()).toBe('unknown');
  answerAsGuest('g2');
  expect(await registerAgain()).toBe('goesOn');
});

test('if another tab was faster, its token stays', async () => {
  answerAsGuest('g2');
  scene.setCookie('token', createToken('g3'));
  expect([await registerAgain(), listRegistrations()]).toEqual(['goesOn', []]);
});

test('CX19: our own server ends a guest’s visit on purpose', async () => {
  answerAsGuest('g2');
  clock.markEventServer();
  expect([await registerAgain(), listRegistrations()]).toEqual(['isOver', []]);
});
