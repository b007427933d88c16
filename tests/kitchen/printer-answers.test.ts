/** Bytes that printers send, from the public command reference. */
import { expect, test } from 'vitest';
import {
  createAnswerReader,
  isOffline,
  isPaperOut,
  describeOffline,
} from '#server/service/kitchen/printers/printer-answers.ts';

const automaticStatus = [0x14, 0x00, 0x00, 0x0f];
const xOn = 0x11;
const xOff = 0x13;

test('the reader distinguishes answers from unsolicited status, wherever a packet ends', () => {
  const read = createAnswerReader();
  const bytes = [xOff, ...automaticStatus, 0x12, xOn, ...automaticStatus, 0x00, 0x1a, 0x0c];
  const answers = bytes.flatMap((byte) => read(Uint8Array.of(byte)));
  expect(answers).toEqual([
    { kind: 'atOnce', byte: 0x12 },
    { kind: 'whenPrinted', byte: 0x00 },
    { kind: 'atOnce', byte: 0x1a },
    { kind: 'whenPrinted', byte: 0x0c },
  ]);
  expect(createAnswerReader()(Uint8Array.from(bytes))).toEqual(answers);
});

test('the meaning of the answers', () => {
  expect([0x12, 0x1a, 0x16].map(isOffline)).toEqual([false, true, false]);
  expect([0x12, 0x1e, 0x72, 0x7e].map(isPaperOut)).toEqual([false, false, true, true]);
  expect([0x16, 0x52, 0x1a, 0x12].map(describeOffline)).toEqual([
    'its cover is open',
    'it reports an error',
    'paper is being fed by hand',
    'it is offline',
  ]);
});
