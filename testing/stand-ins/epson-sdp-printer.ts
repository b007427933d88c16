// Stand-in of an Epson printer with Server Direct Print: a client that asks a server for jobs and posts the results.
// Built from Epson's "Server Direct Print User's Manual" as quoted in public code (the Odoo controller with its EPSON_ERRORS,
// and servers found by "ConnectionType=SetResponse"), and the ePOS-Print XML manual for codes and status bits.

import { createHash, randomBytes } from 'node:crypto';
import { wait } from './shared.ts';

export interface EposDocument {
  /** Null with a request of version 1.00, which names no job. */
  jobId: string | null;
  version: string;
  devid: string;
  timeout: number;
  /** The epos-print element as it came. */
  xml: string;
  /** The letters of all text elements, in lines. */
  lines: string[];
  images: number;
  cuts: number;
  pulses: number;
  at: number;
}

export interface EpsonTraffic {
  type: 'GetRequest' | 'SetResponse';
  status: number;
  form: Record<string, string>;
  answer: string;
}

export interface EpsonSdpOptions {
  url: string;
  id?: string;
  name?: string;
  /** For HTTP Digest, the one way of login the manual knows; the user is the ID unless given. */
  login?: { user?: string; password: string };
  /** Zero asks only when poll() is called. */
  everyMs?: number;
  /** The newest request version this firmware reads; a newer one gets SchemaError. */
  maxVersion?: number;
}

export interface EpsonSwitches {
  /** Fails each job with a code of the manual, for instance EPTR_REC_EMPTY, EPTR_COVER_OPEN or EX_TIMEOUT. */
  failWith: string | null;
  powerOff: boolean;
  /** Prints, but the result never reaches the server. */
  loseResponse: boolean;
  /** Prints each document this often, as after a reset in the middle. */
  copies: number;
  printMs: number;
}

export interface EpsonSdpPrinter {
  id: string;
  switches: EpsonSwitches;
  printed: EposDocument[];
  traffic: EpsonTraffic[];
  /** One whole turn: asks, prints and posts the result. Returns how many documents were printed. */
  poll(): Promise<number>;
  close(): Promise<void>;
}

/** Status bits of the manual that matter here. */
const BIT = {
  printed: 0x2,
  drawerHigh: 0x4,
  offline: 0x8,
  coverOpen: 0x20,
  mechanical: 0x400,
  cutter: 0x800,
  unrecoverable: 0x2000,
  recoverable: 0x4000,
  paperEnd: 0x80000,
};
const FAULT_BITS: Record<string, number> = {
  EPTR_REC_EMPTY: BIT.offline | BIT.paperEnd,
  EPTR_COVER_OPEN: BIT.offline | BIT.coverOpen,
  EPTR_MECHANICAL: BIT.offline | BIT.mechanical,
  EPTR_CUTTER: BIT.offline | BIT.cutter,
  EPTR_UNRECOVERABLE: BIT.offline | BIT.unrecoverable,
  EPTR_AUTOMATICAL: BIT.offline | BIT.recoverable,
};
/** Constant bits, so that success is the 251658262 seen from real printers. */
const BASE = 0x0f000010 | BIT.drawerHigh;

function unescapeXml(xml: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return xml.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, ref: string) => {
    if (!ref.startsWith('#')) return named[ref] ?? whole;
    return String.fromCodePoint(/^#x/i.test(ref) ? parseInt(ref.slice(2), 16) : parseInt(ref.slice(1), 10));
  });
}

/** Whether each element is closed in turn. Enough to catch an unescaped < or &, which a real printer refuses. */
export function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  const bare = xml.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/g, '');
  if (/&(?!#x[0-9a-f]+;|#\d+;|(?:lt|gt|quot|apos|amp);)/i.test(bare)) return false;
  // Control letters other than tab and line breaks may not stand in XML at all.
  if (/(?![\t\n\r])\p{Cc}/u.test(bare)) return false;
  const rest = bare.replace(
    /<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g,
    (_, close: string, name: string, _attrs: string, self: string) => {
      if (close) return open.pop() === name ? '' : '<';
      if (!self) open.push(name);
      return '';
    },
  );
  return open.length === 0 && !rest.includes('<');
}

function findElement(xml: string, name: string): string | null {
  return new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(xml)?.[1] ?? null;
}

function createDigestHeader(challenge: string, user: string, password: string, uri: string): string {
  const readPart = (name: string): string =>
    new RegExp(`${name}="?([^",]+)"?`, 'i').exec(challenge)?.[1] ?? '';
  const hashMd5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const cnonce = randomBytes(8).toString('hex');
  const ha1 = hashMd5(`${user}:${readPart('realm')}:${password}`);
  const response = hashMd5(`${ha1}:${readPart('nonce')}:00000001:${cnonce}:auth:${hashMd5(`POST:${uri}`)}`);
  const opaque = readPart('opaque') ? `, opaque="${readPart('opaque')}"` : '';
  return `Digest username="${user}", realm="${readPart('realm')}", nonce="${readPart('nonce')}", uri="${uri}", algorithm=MD5, response="${response}", qop=auth, nc=00000001, cnonce="${cnonce}"${opaque}`;
}

export async function startEpsonSdpPrinter(options: EpsonSdpOptions): Promise<EpsonSdpPrinter> {
  const id = options.id ?? 'kitchen';
  const every = options.everyMs ?? 0;
  let closed = false;
  let busy = false;
  let timer: NodeJS.Timeout | undefined;
  const running = new Set<Promise<unknown>>();

  async function send(type: EpsonTraffic['type'], more: Record<string, string> = {}): Promise<string | null> {
    const form: Record<string, string> = {
      ConnectionType: type,
      ID: id,
      Name: options.name ?? 'TM-m30III',
      ...more,
    };
    const note: EpsonTraffic = { type, status: 0, form, answer: '' };
    printer.traffic.push(note);
    const headers: Record<string, string> = {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'EPSON TM Server Direct Print',
    };
    const sendOnce = (): Promise<Response> =>
      fetch(options.url, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form).toString(),
        signal: AbortSignal.timeout(30_000),
      });
    try {
      let answer = await sendOnce();
      const challenge = answer.headers.get('www-authenticate') ?? '';
      if (answer.status === 401 && options.login && /^Digest/i.test(challenge)) {
        const at = new URL(options.url);
        headers.authorization = createDigestHeader(
          challenge,
          options.login.user ?? id,
          options.login.password,
          at.pathname + at.search,
        );
        answer = await sendOnce();
      }
      note.status = answer.status;
      note.answer = await answer.text();
      return answer.status === 200 ? note.answer : null;
    } catch (error) {
      note.answer = String(error);
      return null;
    }
  }

  function read(block: string, version: string): EposDocument {
    const xml = /<epos-print[\s\S]*?<\/epos-print>/.exec(block)?.[0] ?? '';
    const letters = [...xml.matchAll(/<text\b[^>]*>([\s\S]*?)<\/text>|<feed\b[^>]*\/>/g)]
      .map((m) => (m[1] === undefined ? '\n' : unescapeXml(m[1])))
      .join('');
    const count = (name: string): number => [...xml.matchAll(new RegExp(`<${name}\\b`, 'g'))].length;
    return {
      jobId: findElement(block, 'printjobid')?.trim() ?? null,
      version,
      devid: findElement(block, 'devid')?.trim() ?? '',
      timeout: Number(findElement(block, 'timeout') ?? 0),
      xml,
      lines: letters
        .split('\n')
        .map((l) => l.trimEnd())
        .filter((l) => l !== ''),
      images: count('image'),
      cuts: count('cut'),
      pulses: count('pulse'),
      at: Date.now(),
    };
  }

  /** What is wrong with a document, as a code of the manual. */
  function findFault(doc: EposDocument): string {
    if (doc.jobId !== null && !/^[\w.-]{1,30}$/.test(doc.jobId)) return 'SchemaError';
    if (Number(doc.version) > (options.maxVersion ?? 3)) return 'SchemaError';
    if (!/<epos-print[^>]*xmlns="http:\/\/www\.epson-pos\.com\/schemas\/2011\/03\/epos-print"/.test(doc.xml))
      return 'SchemaError';
    if (doc.devid !== 'local_printer') return 'DeviceNotFound';
    return printer.switches.failWith ?? '';
  }

  function createResponseXml(results: { doc: EposDocument; code: string }[], version: string): string {
    const parts = results.map(({ doc, code }) => {
      const status = (code ? BASE | (FAULT_BITS[code] ?? 0) : BASE | BIT.printed) >>> 0;
      const response = `<response xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print" success="${code === ''}" code="${code}" status="${status}" battery="0"/>`;
      if (version === '1.00') return response;
      const job = doc.jobId === null ? '' : `<printjobid>${doc.jobId}</printjobid>`;
      return `<ePOSPrint><Parameter><devid>${doc.devid}</devid>${job}</Parameter><PrintResponse>${response}</PrintResponse></ePOSPrint>`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<PrintResponseInfo Version="${version}">${parts.join('')}</PrintResponseInfo>`;
  }

  async function turn(): Promise<number> {
    const s = printer.switches;
    const answer = s.powerOff ? null : await send('GetRequest');
    if (!answer?.trim()) return 0;
    const version = /<PrintRequestInfo[^>]*\bVersion="([\d.]+)"/.exec(answer)?.[1] ?? '1.00';
    const blocks = [...answer.matchAll(/<ePOSPrint>[\s\S]*?<\/ePOSPrint>/g)].map((m) => m[0]);
    const broken = !isWellFormed(answer) || blocks.length === 0;
    const results: { doc: EposDocument; code: string }[] = [];
    let count = 0;
    for (const block of broken ? blocks.slice(0, 1) : blocks) {
      const doc = read(block, version);
      const code = broken ? 'SchemaError' : findFault(doc);
      if (!code) {
        if (s.printMs) await wait(s.printMs);
        // Switched off while printing: whether the paper came out is anyone's guess, and nothing is reported.
        if (s.powerOff) return count;
        for (let n = 0; n < s.copies; n += 1) printer.printed.push(doc);
        count += 1;
      }
      results.push({ doc, code });
    }
    if (results.length && !s.loseResponse)
      await send('SetResponse', { ResponseFile: createResponseXml(results, version) });
    return count;
  }

  const printer: EpsonSdpPrinter = {
    id,
    switches: { failWith: null, powerOff: false, loseResponse: false, copies: 1, printMs: 0 },
    printed: [],
    traffic: [],
    poll() {
      // The printer asks for nothing new until it has reported.
      if (closed || busy) return Promise.resolve(0);
      busy = true;
      const one = turn().finally(() => {
        busy = false;
        running.delete(one);
      });
      running.add(one);
      return one;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await Promise.allSettled(running);
    },
  };
  if (every > 0) timer = setInterval(() => void printer.poll(), every);
  return printer;
}
