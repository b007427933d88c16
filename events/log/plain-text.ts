/** Characters that steer a printer or a terminal, or turn the order of a line: no name and no note needs one. */
const steering = /[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** E3: what is typed, as it goes into an event: NFC, without steering characters, trimmed. */
export function normaliseText(text: string): string {
  return text && withoutSteering(text).normalize('NFC').trim();
}

export function withoutSteering(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(steering, '');
}

const steersTerminal = /\r(?!\n)|[^\P{Cc}\t\r\n]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** JSON text that stands for the same value and steers no terminal: such characters are written as `\u202e`. */
export function escapeSteering(json: string): string {
  return json.replace(steersTerminal, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** True when no text in the value has a steering character; names of fields count too. */
export function isPlainText(value: unknown): boolean {
  if (typeof value === 'string') return value.search(steering) < 0;
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => isPlainText(name) && isPlainText(each));
}
