/** Characters that control a printer or terminal, or reverse the order of a line. Names and notes need none of them. */
const steering = /[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Normalises typed text for an event: NFC, without control characters, trimmed. */
export function normaliseText(text: string): string {
  return text && removeControlCharacters(text).normalize('NFC').trim();
}

export function removeControlCharacters(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(steering, '');
}

const steersTerminal = /\r(?!\n)|[^\P{Cc}\t\r\n]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** Escapes characters in JSON that would control a terminal, as `\u202e` for example. The JSON still means the same. */
export function escapeSteering(json: string): string {
  return json.replace(steersTerminal, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Whether no text in the value has a control character. Names of fields count, too. */
export function isPlainText(value: unknown): boolean {
  if (typeof value === 'string') return value.search(steering) < 0;
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => isPlainText(name) && isPlainText(each));
}
