/** L4: what may leave the phone of the lines that it could not read. */
import type { Input } from '../../ports/input.ts';
import type { UnreadLine } from '../../ports/transport.ts';
import { isSnapshotAnswer } from './snapshot-answer.ts';

type Redact = <T>(value: T) => T;

/** Of a line that nobody could read, what tells support which one it is. */
export const fieldsKeptOfUnread: ReadonlySet<string> = new Set([
  'id',
  'productId',
  'categoryId',
  'name',
  'quantity',
  'notes',
  'price',
  'itemWithAdjustmentAmount',
]);

/** P5: of lines that nobody could read, what may be said. */
export function redactUnreadLines(input: Input, redact: Redact): Input {
  if (input.kind === 'tab' && input.message.kind === 'unread')
    return { ...input, message: { ...input.message, lines: redactUnread(input.message.lines, redact) } };
  if (input.kind !== 'answered' || input.call !== 'snapshot' || !input.answer.ok) return input;
  const { value } = input.answer;
  if (!isSnapshotAnswer(value) || !value.unread) return input;
  const unread = redactUnread(value.unread, redact);
  return { ...input, answer: { ok: true, value: { ...value, unread } } };
}

/** The rest is one placeholder: a step reads no more of it than whether it has changed. */
function redactUnread(lines: readonly UnreadLine[], redact: Redact): UnreadLine[] {
  return lines.map(({ userId, line }) => {
    const isSaid = ([field, value]: [string, unknown]) =>
      fieldsKeptOfUnread.has(field) && (typeof value === 'string' || typeof value === 'number');
    const fields = Object.entries(line);
    const rest = redact({ notes: JSON.stringify(fields.filter((field) => !isSaid(field))) });
    return { userId, line: { ...Object.fromEntries(fields.filter(isSaid)), rest } };
  });
}
