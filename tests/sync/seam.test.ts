/** Only `sync/protocols` asks for the kind of server. Everything else asks the protocol that the registry selects. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importGraph } from '../house/imports.ts';

/** The folder that answers for the kind, and the declaration of the state. */
const mayRead = /^sync\/protocols\/|^sync\/state\/phone-state\.ts$/;

/** The field of the state, its type, and the function that recognises an answer. */
const kindOfServer = /\b(?:serverKind|ServerKind|isSnapshotAnswer)\b|\.plain\b/;

/** A snapshot in the log shows which server it comes from, too. */
const kindOfSnapshot = /\bisPlain\b/;

test('no code outside of sync/protocols reads the kind of a server', () => {
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
])('a read is found: %s', (line) => {
  expect(findReads('sync/parts/planted.ts', `const before = 1;\n${line}\n`)).toEqual([
    `sync/parts/planted.ts:2 ${line}`,
  ]);
});

function findReads(file: string, text: string): string[] {
  const readsLog = text.includes('events/records/records.ts');
  return text.split('\n').flatMap((line, index) => {
    const isRead = kindOfServer.test(line) || (readsLog && kindOfSnapshot.test(line));
    return isRead ? [`${file}:${index + 1} ${line.trim()}`] : [];
  });
}
