/** Only `sync/protocols` asks for the kind of server. Everything else asks the protocol that the registry selects. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blankState, type StoredReplica } from '#sync/ports/storage.ts';
import type { TabMessage } from '#sync/ports/tab-message.ts';
import { isOfSnapshotServer, isSnapshotNeeded } from '#sync/protocols/registry.ts';
import { importGraph } from '../house/imports.ts';

/** The folder that answers for the kind, and the declaration of the state. */
const mayRead = /^sync\/protocols\/|^sync\/state\/phone-state\.ts$/;

/** The field of the state, its type, and the function that recognises an answer. */
const kindOfServer = /\b(?:serverKind|ServerKind|isSnapshotAnswer)\b|\.plain\b/;

/** A snapshot in the log shows which server it comes from, too. */
const kindOfSnapshot = /\bisPlain\b/;

test('only sync/protocols reads the kind of a server', () => {
  const files = [...importGraph(['sync', 'client', 'ui', 'src', 'staff']).keys()];
  expect(files.length).toBeGreaterThan(500);
  const outside = files.filter((file) => !mayRead.test(file));
  expect(outside.flatMap((file) => findReads(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  "if (state.server.serverKind === 'event') return;",
  'const { serverKind } = state.server;',
  'if (isSnapshotAnswer(answer.value)) return;',
  'return answer.plain === true;',
  "import { isPlain } from '#events/records/records.ts';",
])('the check finds a read: %s', (line) => {
  expect(findReads('sync/parts/planted.ts', `const before = 1;\n${line}\n`)).toEqual([
    `sync/parts/planted.ts:2 ${line}`,
  ]);
});

/** The rest of the app loads the snapshot protocol when it meets such a server. */
const mayImport = /^sync\/protocols\/snapshot\/|^sync\/recording\/redact-run\.ts$/;

test('only the snapshot protocol imports its own code', () => {
  const imports = [...importGraph(['sync', 'client', 'ui', 'src', 'staff'])];
  const found = imports.flatMap(([file, targets]) =>
    [...targets]
      .filter((target) => target.startsWith('sync/protocols/snapshot/'))
      .map((target) => [file, target]),
  );
  expect(found.length).toBeGreaterThan(10);
  const outside = found.filter(([file]) => !mayImport.test(file!));
  expect(outside).toEqual([
    ['sync/protocols/registry.ts', 'sync/protocols/snapshot/snapshot-parts.ts'],
    ['client/transport/load-snapshot-parts.ts', 'sync/protocols/snapshot/snapshot-parts.ts'],
  ]);
});

const cart = { t: 1, from: 'server', snapshot: { version: 1, plain: true, covers: {}, userCarts: [] } };
const sync = { t: 1, from: 'server', snapshot: { version: 1, covers: {}, userCarts: [] } };
const request = { id: 'p1', ids: [], at: 1, changes: {}, lastOrderId: '', hadLines: false, isCut: false };
const placement = { placementId: 'p', seen: {}, at: 1, trace: { orderBefore: '', dishes: {} } };

test.each([
  ['an empty log', [], blankState, false],
  [
    'a log of an event server',
    [sync],
    { ...blankState, placement: { ...placement, trace: undefined } },
    false,
  ],
  ['a cart of a snapshot server', [sync, cart], blankState, true],
  ['a request without an answer', [], { ...blankState, unanswered: [request] }, true],
  ['an order that is looked for in the open order', [], { ...blankState, placement }, true],
  ['rows that cannot be read', [null, 7, { snapshot: 'x' }, { snapshot: { userCarts: 5 } }], null, false],
  ['no rows', 'lost', undefined, false],
])('%s: needs the snapshot protocol or not', (_what, records, state, expected) => {
  expect(isSnapshotNeeded({ records, state } as unknown as StoredReplica)).toBe(expected);
});

test.each([
  [{ kind: 'learnt', records: [sync] }, false],
  [{ kind: 'learnt', records: [sync, cart] }, true],
  [{ kind: 'learnt', records: 'lost' }, false],
  [{ kind: 'ask', above: 1, heard: {} }, true],
  [{ kind: 'unread', lines: [] }, true],
  [{ kind: 'unanswered', posts: [] }, true],
  [{ kind: 'lead' }, false],
  [null, false],
])('message %j of another tab: needs the snapshot protocol or not', (message, expected) => {
  expect(isOfSnapshotServer(message as unknown as TabMessage)).toBe(expected);
});

function findReads(file: string, text: string): string[] {
  const readsLog = text.includes('events/records/records.ts');
  return text.split('\n').flatMap((line, index) => {
    const isRead = kindOfServer.test(line) || (readsLog && kindOfSnapshot.test(line));
    return isRead ? [`${file}:${index + 1} ${line.trim()}`] : [];
  });
}
