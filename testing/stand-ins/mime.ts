// Reads a mail message as far as tests need it: decoded headers, the plain and HTML text, and attachments.
// Built from RFC 5322 (headers), RFC 2045 to 2047 (MIME parts, transfer encodings, encoded words) and RFC 2231 only for plain names.

export interface MailPart {
  type: string;
  filename: string | null;
  content: Buffer;
}

export interface Mail {
  /** Names in lower case; a header that comes twice keeps its first value. */
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  attachments: MailPart[];
}

function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset || 'utf-8').decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function decodeQuoted(text: string): Buffer {
  const joined = text.replace(/=\r?\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-Fa-f]{2})/g, (_, h: string) => String.fromCharCode(parseInt(h, 16))),
    'latin1',
  );
}

/** Reads =?utf-8?B?…?= words, also several in a row. */
export function decodeWords(text: string): string {
  const joined = text.replace(/(\?=)\s+(=\?)/g, '$1$2');
  return joined.replace(
    /=\?([^?]+)\?([BbQq])\?([^?]*)\?=/g,
    (_, charset: string, how: string, body: string) => {
      const bytes =
        how.toUpperCase() === 'B' ? Buffer.from(body, 'base64') : decodeQuoted(body.replaceAll('_', ' '));
      return decodeBytes(bytes, charset);
    },
  );
}

function splitHead(raw: string): { headers: Record<string, string>; body: string } {
  const gap = /\r?\n\r?\n/.exec(raw);
  const head = gap ? raw.slice(0, gap.index) : raw;
  const headers: Record<string, string> = {};
  // A line that begins with white space goes on with the one before.
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    // Raw bytes are UTF-8 since SMTPUTF8.
    if (colon > 0 && !(name in headers))
      headers[name] = decodeWords(Buffer.from(line.slice(colon + 1).trim(), 'latin1').toString('utf8'));
  }
  return { headers, body: gap ? raw.slice(gap.index + gap[0].length) : '' };
}

function readParameter(value: string, name: string): string {
  const found = new RegExp(`;\\s*${name}\\*?=(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(value);
  const text = found?.[1] ?? found?.[2] ?? '';
  return /^utf-8''/i.test(text) ? decodeURIComponent(text.slice(7)) : text;
}

function readPart(raw: string, mail: Mail): void {
  const { headers, body } = splitHead(raw);
  const typeLine = headers['content-type'] ?? 'text/plain';
  const type = (typeLine.split(';')[0] ?? '').trim().toLowerCase();
  const boundary = readParameter(typeLine, 'boundary');
  if (type.startsWith('multipart/') && boundary) {
    const pieces = `\r\n${body}`.split(`\n--${boundary}`);
    // The first piece is a note for old readers, and the last begins with the closing dashes.
    for (const piece of pieces.slice(1))
      if (!piece.startsWith('--')) readPart(piece.replace(/^[ \t]*\r?\n/, '').replace(/\r$/, ''), mail);
    return;
  }
  const encoding = (headers['content-transfer-encoding'] ?? '7bit').toLowerCase();
  const content: Buffer =
    encoding === 'quoted-printable'
      ? decodeQuoted(body)
      : Buffer.from(body, encoding === 'base64' ? 'base64' : 'latin1');
  const disposition = headers['content-disposition'] ?? '';
  const filename = readParameter(disposition, 'filename') || readParameter(typeLine, 'name');
  const attached = /^attachment/i.test(disposition) || filename !== '';
  if (!attached && type === 'text/plain')
    mail.text += decodeBytes(content, readParameter(typeLine, 'charset'));
  else if (!attached && type === 'text/html')
    mail.html += decodeBytes(content, readParameter(typeLine, 'charset'));
  else mail.attachments.push({ type, filename: filename || null, content });
}

export function readMail(raw: Buffer): Mail {
  const text = raw.toString('latin1');
  const { headers } = splitHead(text);
  const mail: Mail = { headers, subject: headers.subject ?? '', text: '', html: '', attachments: [] };
  readPart(text, mail);
  return mail;
}
