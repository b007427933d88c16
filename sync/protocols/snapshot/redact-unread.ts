/** Removes private data from unreadable lines before a recording of them leaves the phone. */
import type { Input } from '../../ports/input.ts';
import type { UnreadLine } from '../../ports/transport.ts';
import { isSnapshotAnswer } from '../answer-kind.ts';

type Redact = <T>(value: T) => T;

/** The fields by which support identifies an unreadable line. */
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

/** Redacts the unreadable lines of an input: in a message from another tab, or in the answer with a cart. */
export function redactUnreadLines(input: Input, redact: Redact): Input {
  if (input.kind === 'tab' && input.message.kind === 'unread')
    return { ...input, message: { ...input.message, lines: redactUnread(input.message.lines, redact) } };
  if (input.kind !== 'answered' || input.call !== 'snapshot' || !input.answer.ok) return input;
  const { value } = input.answer;
  if (!isSnapshotAnswer(value) || !value.unread) return input;
  const unread = redactUnread(value.unread, redact);
  return { ...input, answer: { ok: true, value: { ...value, unread } } };
}

/** Replaces all other fields by one placeholder. A step only compares them, so the replay stays the same. */
function redactUnread(lines: readonly UnreadLine[], redact: Redact): UnreadLine[] {
  return lines.map(({ userId, line }) => {
    const isSaid = ([field, value]: [string, unknown]) =>
      fieldsKeptOfUnread.has(field) && (typeof value === 'string' || typeof value === 'number');
    const fields = Object.entries(line);
    const rest = redact({ notes: JSON.stringify(fields.filter((field) => !isSaid(field))) });
    return { userId, line: { ...Object.fromEntries(fields.filter(isSaid)), rest } };
  });
}
