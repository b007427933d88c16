// Stand-in of a Star CloudPRNT printer: a client that polls a server, fetches jobs and confirms them.
// Built from the Star CloudPRNT Protocol Guide at star-m.jp (server-polling-post, job-request-get, job-confirmation-delete,
// printer-status-code, client-action) and ExampleServers/php_queue of github.com/star-micronics/cloudprnt-sdk.

import { wait } from './shared.ts';

export interface PrintedJob {
  token: string | null;
  type: string;
  headers: Record<string, string>;
  body: Buffer;
  at: number;
}

export interface CloudPrntTraffic {
  method: 'POST' | 'GET' | 'DELETE';
  url: string;
  /** HTTP status, or 0 if the server could not be reached. */
  status: number;
  sent?: unknown;
  answer: string;
}

export interface CloudPrntOptions {
  url: string;
  mac?: string;
  /** Zero polls only when poll() is called. */
  everyMs?: number;
  auth?: { user: string; password: string };
  /** What the printer can print, the best first. */
  mediaTypes?: string[];
  headers?: Record<string, string>;
}

export interface CloudPrntSwitches {
  paperOut: boolean;
  coverOpen: boolean;
  paperLow: boolean;
  powerOff: boolean;
  /** How long printing takes; the printer keeps polling meanwhile. */
  printMs: number;
  /** Prints, but the confirmation never leaves the printer. */
  loseConfirmation: boolean;
  /** Fetches and prints the job once more before it confirms, which the guide tells servers to allow. */
  printTwice: boolean;
  /** The roll ends in the middle of the next job: the printer gives the job up with 410, or waits for a new roll. */
  paperEndsMidJob: 'no' | 'report' | 'wait';
  /** Fails the next job with this code, for instance '511 Media decoding error' or '520 Timeout'. */
  failNext: string | null;
  /** What success is called; the guide shows both '200 OK' and 'OK'. */
  okCode: string;
}

export interface CloudPrntPrinter {
  mac: string;
  switches: CloudPrntSwitches;
  printed: PrintedJob[];
  traffic: CloudPrntTraffic[];
  /** The id the server gave by the client action SetID. */
  uniqueId: string | null;
  /** One whole turn: POST, and if a job is ready GET, print and DELETE. Returns whether something was printed. */
  poll(): Promise<boolean>;
  close(): Promise<void>;
}

interface PollAnswer {
  jobReady?: boolean;
  mediaTypes?: string[];
  jobToken?: string;
  deleteMethod?: 'DELETE' | 'GET';
  jobGetUrl?: string;
  jobConfirmationUrl?: string;
  clientAction?: { request: string; options?: string }[];
}

const MEDIA_TYPES = [
  'application/vnd.star.starprnt',
  'application/vnd.star.line',
  'image/png',
  'text/plain',
  'application/octet-stream',
];

export async function startCloudPrntPrinter(options: CloudPrntOptions): Promise<CloudPrntPrinter> {
  const mac = options.mac ?? '00:11:62:0d:0d:0d';
  const able = options.mediaTypes ?? MEDIA_TYPES;
  const every = options.everyMs ?? 0;
  let printingToken: string | null | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const running = new Set<Promise<unknown>>();

  function getStatusCode(): string {
    const s = printer.switches;
    if (s.coverOpen) return '420 Cover open';
    if (s.paperOut) return '410 Out of paper';
    return s.paperLow ? '211 Paper low' : '200 OK';
  }

  /** Automatic status bytes in hexadecimal: offline and cover in the first status byte, paper in the fourth. */
  function formatStatusBytes(): string {
    const s = printer.switches;
    const bytes = [0x23, 0x86, 0, 0, 0, 0, 0, 0, 0];
    if (s.coverOpen) bytes[2] = 0x28;
    else if (s.paperOut) bytes[2] = 0x08;
    if (s.paperOut) bytes[5] = 0x0c;
    else if (s.paperLow) bytes[5] = 0x04;
    return bytes.map((b) => b.toString(16).padStart(2, '0')).join(' ');
  }

  async function send(
    method: CloudPrntTraffic['method'],
    url: string,
    body?: unknown,
  ): Promise<{ status: number; type: string; headers: Record<string, string>; body: Buffer }> {
    const headers: Record<string, string> = {
      'user-agent': 'Star mC-Print3 CloudPRNT/1.3',
      ...options.headers,
    };
    if (options.auth)
      headers.authorization = `Basic ${Buffer.from(`${options.auth.user}:${options.auth.password}`).toString('base64')}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const note: CloudPrntTraffic = {
      method,
      url,
      status: 0,
      answer: '',
      ...(body === undefined ? {} : { sent: body }),
    };
    printer.traffic.push(note);
    try {
      const answer = await fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      note.status = answer.status;
      note.answer = bytes.toString('utf8').slice(0, 2000);
      return {
        status: answer.status,
        type: answer.headers.get('content-type') ?? '',
        headers: Object.fromEntries(answer.headers),
        body: bytes,
      };
    } catch (error) {
      note.answer = String(error);
      return { status: 0, type: '', headers: {}, body: Buffer.alloc(0) };
    }
  }

  function withQuery(base: string, query: Record<string, string>): string {
    const pairs = Object.entries(query).map(([k, v]) => (v === '' ? k : `${k}=${encodeURIComponent(v)}`));
    return `${base}${base.includes('?') ? '&' : '?'}${pairs.join('&')}`;
  }

  function getIdentity(token: string | null): Record<string, string> {
    return { ...(printer.uniqueId ? { uid: printer.uniqueId } : {}), mac, ...(token ? { token } : {}) };
  }

  function post(more: Record<string, unknown> = {}): ReturnType<typeof send> {
    const busy = printingToken !== undefined;
    // The status code travels percent-encoded inside the JSON, as real printers send it.
    return send('POST', options.url, {
      status: formatStatusBytes(),
      printerMAC: mac,
      ...(printer.uniqueId ? { uniqueID: printer.uniqueId } : {}),
      statusCode: encodeURIComponent(getStatusCode()),
      ...(busy && printingToken ? { jobToken: printingToken } : {}),
      printingInProgress: busy,
      ...more,
    });
  }

  function answerAction(action: { request: string; options?: string }): { request: string; result: unknown } {
    const results: Record<string, unknown> = {
      ClientType: 'Star mC-Print3',
      ClientVersion: '1.3.0',
      Encodings: able.join('; '),
      GetPollInterval: String(Math.max(1, Math.round(every / 1000))),
      PageInfo: { paperWidth: '80', printWidth: '72', horizontalResolution: '8', verticalResolution: '8' },
    };
    if (action.request === 'SetID') printer.uniqueId = action.options ?? null;
    return {
      request: action.request,
      result: action.request === 'SetID' ? (action.options ?? '') : (results[action.request] ?? ''),
    };
  }

  async function confirm(ask: PollAnswer, token: string | null, code: string): Promise<void> {
    const s = printer.switches;
    if (s.loseConfirmation || s.powerOff) return;
    const base = ask.jobConfirmationUrl ?? options.url;
    const byGet = ask.deleteMethod === 'GET';
    for (let retry = 0; retry < 3; retry += 1) {
      const query = {
        ...getIdentity(token),
        code,
        ...(retry ? { retry: String(retry) } : {}),
        ...(byGet ? { delete: '' } : {}),
      };
      const answer = await send(byGet ? 'GET' : 'DELETE', withQuery(base, query));
      // Only a confirmation that did not arrive is repeated.
      if (answer.status !== 0) return;
    }
  }

  async function printJob(ask: PollAnswer): Promise<boolean> {
    const s = printer.switches;
    const token = ask.jobToken ?? null;
    const type = able.find((t) => (ask.mediaTypes ?? []).includes(t));
    if (!type) {
      await confirm(ask, token, '510 Incompatible media type');
      return false;
    }
    printingToken = token;
    let did = false;
    try {
      for (let copy = 0; copy < (s.printTwice ? 2 : 1); copy += 1) {
        const { mac: own, ...rest } = getIdentity(token);
        const got = await send(
          'GET',
          withQuery(ask.jobGetUrl ?? options.url, { mac: own ?? mac, type, ...rest }),
        );
        if (s.powerOff) return did;
        if (got.status !== 200) {
          await confirm(ask, token, got.status === 0 ? '520 Download timeout' : '521 Download failed');
          return did;
        }
        if (got.type.split(';')[0]?.trim() !== type) {
          await confirm(ask, token, '510 Incompatible media type');
          return did;
        }
        if (s.failNext) {
          const code = s.failNext;
          s.failNext = null;
          await confirm(ask, token, code);
          return did;
        }
        if (s.printMs) await wait(s.printMs);
        if (s.powerOff) return did;
        if (s.paperEndsMidJob !== 'no') {
          s.paperOut = true;
          const gaveUp = s.paperEndsMidJob === 'report';
          s.paperEndsMidJob = 'no';
          if (gaveUp) await confirm(ask, token, '410 Out of paper');
          while (!gaveUp && s.paperOut && !s.powerOff && !closed) await wait(5);
          if (gaveUp || s.powerOff || closed) return did;
        }
        printer.printed.push({ token, type, headers: got.headers, body: got.body, at: Date.now() });
        did = true;
      }
      await confirm(ask, token, s.okCode);
    } finally {
      printingToken = undefined;
    }
    return did;
  }

  async function turn(): Promise<boolean> {
    if (printer.switches.powerOff) return false;
    const busy = printingToken !== undefined;
    let answer = await post();
    for (let round = 0; round < 5 && answer.status === 200; round += 1) {
      let ask: PollAnswer;
      try {
        ask = JSON.parse(answer.body.toString('utf8')) as PollAnswer;
      } catch {
        return false;
      }
      if (ask.clientAction?.length) {
        // Results go back at once, without waiting for the next poll.
        answer = await post({ clientAction: ask.clientAction.map(answerAction) });
        continue;
      }
      // An offline printer goes on polling but fetches nothing, and a busy one finishes first.
      const offline = printer.switches.paperOut || printer.switches.coverOpen || printer.switches.powerOff;
      if (!ask.jobReady || offline || busy || printingToken !== undefined) return false;
      return await printJob(ask);
    }
    return false;
  }

  const printer: CloudPrntPrinter = {
    mac,
    switches: {
      paperOut: false,
      coverOpen: false,
      paperLow: false,
      powerOff: false,
      printMs: 0,
      loseConfirmation: false,
      printTwice: false,
      paperEndsMidJob: 'no',
      failNext: null,
      okCode: '200 OK',
    },
    printed: [],
    traffic: [],
    uniqueId: null,
    poll() {
      const one = closed ? Promise.resolve(false) : turn();
      running.add(one);
      return one.finally(() => running.delete(one));
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
