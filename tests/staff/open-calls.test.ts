/** What the staff page shows of the tables that call (CX17). */
import { expect, it } from 'vitest';
import type { HelpCallData } from '#contract/calls/help.ts';
import type { StaffTable } from '#contract/calls/staff.ts';
import { listOpenCalls, callKind } from '#staff/counter/bell/open-calls.ts';

const call = (helpId: string, askedAt: number, answeredAt: number | null = null): HelpCallData => ({
  helpId,
  kind: 'waiter',
  share: null,
  userId: 'ann',
  userName: 'Ann',
  askedAt,
  answeredAt,
  answeredBy: '',
});

type Session = NonNullable<StaffTable['session']>;

const createTable = (tableId: string, calls: HelpCallData[] | undefined): StaffTable => {
  const session = { id: `session-${tableId}`, diners: [], calls } as Partial<Session> as Session;
  return { tableId, name: tableId, qrcodeId: `q${tableId}`, orderId: null, session: calls ? session : null };
};

it('the longest wait comes first, whatever the table; an answered call is gone, and a free table has none', () => {
  const tables = [
    createTable('1', [call('late', 30), call('answered', 5, 8)]),
    createTable('2', undefined),
    createTable('3', [call('early', 10)]),
  ];
  expect(
    listOpenCalls(tables).map(({ helpId, tableName, sessionId }) => [helpId, tableName, sessionId]),
  ).toEqual([
    ['early', '3', 'session-3'],
    ['late', '1', 'session-1'],
  ]);
});

it('CX17: a part of the bill names its diner, even one who has left; unknown calls are for a waiter', () => {
  const createBillCall = (helpId: string, share: string | null, kind = 'bill') => ({
    ...call(helpId, 1),
    share,
    kind,
  });
  const [own, gone, other, whole, unknown] = listOpenCalls([
    createTable('1', [
      createBillCall('own', 'ann'),
      { ...createBillCall('gone', 'ann'), userName: 'Ann as she was' },
      createBillCall('other', 'mei'),
      createBillCall('whole', null),
      createBillCall('unknown', null, 'candles'),
    ]),
  ]);
  expect([own, gone, other, whole, unknown].map((each) => [callKind(each!), each!.part])).toEqual([
    ['part', 'Ann'],
    ['part', 'Ann as she was'],
    ['part', ''],
    ['bill', undefined],
    ['waiter', undefined],
  ]);
  const seated = createTable('1', [createBillCall('seated', 'mei')]);
  seated.session!.diners.push({ userId: 'mei', name: 'Mei', isMember: false, joinedAt: 0 });
  expect(listOpenCalls([seated])[0]!.part).toBe('Mei');
});
