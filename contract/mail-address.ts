import { isPlainText } from '#events/log/plain-text.ts';

/** The longest address that mail servers take (RFC 5321). */
export const mailAddressLength = 254;
const longestLocalPart = 64;

/** Without the characters that separate, quote or comment addresses in a mail. */
const pattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/;

/** Whether a text looks like the address of one mailbox. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= mailAddressLength &&
    text.indexOf('@') <= longestLocalPart &&
    pattern.test(text) &&
    isPlainText(text)
  );
}
