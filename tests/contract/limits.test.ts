/** Phones and servers of different versions must agree on these bounds. */
import { expect, test } from 'vitest';
import { delays, limits, timeouts } from '#contract/limits.ts';

test('limits of requests and answers', () => {
  expect(limits).toEqual({
    bodyBytes: 262_144,
    lines: 200,
    eventsPerRequest: 200,
    open: {
      ofDiner: { events: 2_000, bytes: 786_432, unknown: 8 },
      ofTable: { events: 5_000, bytes: 2_097_152, unknown: 64 },
      reserved: { events: 200, bytes: 65_536 },
      clearsBeyond: 100,
    },
    eventsOfDiner: 10_000,
    replicasOfDiner: 50,
    replicasOfTable: { most: 200, reserved: 2 },
    replicaIdLength: 36,
    pageBytes: 139_264,
    order: { lines: 196_608, linesOfStaff: 204_800, whole: 253_952, sharing: 32_768 },
    notesLength: 200,
    nameLength: 40,
    aliases: 20,
    aliasLength: 60,
    servedHours: 14,
    keywordLength: 60,
    quantity: 999,
    guests: 99,
    membersOfTable: 100,
    modifiersPerItem: 50,
    taxes: 10,
    menuOptions: 500,
    menuEdits: 2_000,
    portions: 9_999,
    idLength: 64,
    messageBytes: 65_536,
  });
});

// CL1
test('CL1: timeouts without an answer', () => {
  expect(timeouts).toEqual({ read: 10_000, commit: 60_000 });
});

// CL9, CL10
test('pauses and timeouts', () => {
  expect(delays).toEqual({ prefetch: 1_000, routeResolve: 100 });
});
