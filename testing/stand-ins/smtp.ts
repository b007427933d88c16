// Stand-in of a mail provider's SMTP submission server.
// Built from RFC 5321 (SMTP and its replies), RFC 4954 (AUTH, 535, 530), RFC 3207 (STARTTLS), RFC 4616 (PLAIN),
// RFC 1870 (SIZE), RFC 3463 (enhanced codes) and RFC 6647 (greylisting answers 4xx).

import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { type Mail, readMail } from './mime.ts';
import type { TlsKey } from './shared.ts';

export interface SmtpMessage {
  from: string;
  to: string[];
  raw: Buffer;
  mail: Mail;
  /** Who logged in, or null. */
  user: string | null;
  tls: boolean;
  at: number;
}

export interface SmtpSwitches {
  /**
   * down: resets each connection. hang: accepts and says nothing. busy: greets with 421.
   * lostAnswer: takes the message, then resets before the answer, so that the sender cannot know.
   */
  mode: 'ok' | 'down' | 'hang' | 'busy' | 'lostAnswer';
  /** Until then it behaves as 'down'; milliseconds since 1970. */
  outageUntil: number;
  /** The first try of each sender and recipient gets 451. */
  greylist: boolean;
  requireLogin: boolean;
  requireTls: boolean;
  /** Refuses the whole message after DATA, for instance '554 5.7.1 Message rejected as spam'. */
  refuseData: string | null;
  maxBytes: number;
  delayMs: number;
  /** Answers RCPT with 452 once this many messages were taken, as a daily quota would. */
  quota: number | null;
}

export interface SmtpOptions {
  user?: string;
  password?: string;
  /** With a key STARTTLS is offered; with implicitTls the connection is encrypted from the start. */
  tls?: TlsKey;
  implicitTls?: boolean;
}

export interface Smtp {
  host: string;
  port: number;
  url: string;
  user: string;
  password: string;
  switches: SmtpSwitches;
  messages: SmtpMessage[];
  /** Address (lower case) to the whole reply, for instance '550 5.1.1 No such user'. */
  refusals: Map<string, string>;
  /** What clients said, without passwords. */
  dialogue: string[];
  close(): Promise<void>;
}

export async function startSmtp(options: SmtpOptions = {}): Promise<Smtp> {
  const host = '127.0.0.1';
  const sockets = new Set<Socket>();
  const seen = new Set<string>();

  function serveClient(first: Socket): void {
    let socket = first;
    let buffer = '';
    let user: string | null = null;
    let from: string | null = null;
    let to: string[] = [];
    let data: string | null = null;
    /** What the next line answers, while a login goes on. */
    let login: ((line: string) => void) | null = null;
    const s = smtp.switches;

    const isTls = (): boolean => socket instanceof TLSSocket;
    const reply = (line: string): void => {
      const send = (): void => void (socket.writable && socket.write(`${line}\r\n`));
      if (s.delayMs) setTimeout(send, s.delayMs);
      else send();
    };

    function checkLogin(name: string, password: string): void {
      login = null;
      if (name === smtp.user && password === smtp.password) {
        user = name;
        reply('235 2.7.0 Authentication successful');
      } else reply('535 5.7.8 Authentication credentials invalid');
    }

    function startLogin(how: string, initial: string): void {
      const decode = (line: string): string => Buffer.from(line, 'base64').toString('utf8');
      if (user !== null) return reply('503 5.5.1 Already authenticated');
      if (how === 'PLAIN') {
        const checkPlainLogin = (line: string): void => {
          const [, name = '', password = ''] = decode(line).split('\0');
          checkLogin(name, password);
        };
        if (initial) return checkPlainLogin(initial);
        login = checkPlainLogin;
        return reply('334 ');
      }
      if (how !== 'LOGIN') return reply('504 5.5.4 Unrecognized authentication type');
      const askPassword = (name: string): void => {
        login = (line) => checkLogin(name, decode(line));
        reply('334 UGFzc3dvcmQ6');
      };
      if (initial) return askPassword(decode(initial));
      login = (line) => askPassword(decode(line));
      reply('334 VXNlcm5hbWU6');
    }

    function addRecipient(address: string): void {
      const refused = smtp.refusals.get(address.toLowerCase());
      if (refused) return reply(refused);
      if (s.quota !== null && smtp.messages.length >= s.quota)
        return reply('452 4.5.3 Daily sending quota exceeded');
      const pair = `${from} ${address}`;
      if (s.greylist && !seen.has(pair)) {
        seen.add(pair);
        return reply('451 4.7.1 Greylisted, please try again later');
      }
      to.push(address);
      reply('250 2.1.5 Ok');
    }

    function runCommand(line: string): void {
      const verb = (line.split(' ')[0] ?? '').toUpperCase();
      smtp.dialogue.push(verb === 'AUTH' ? line.split(' ').slice(0, 2).join(' ') : line);
      const address = /^(?:MAIL FROM|RCPT TO):\s*<([^<>\s]*)>/i.exec(line)?.[1];
      if (verb === 'EHLO' || verb === 'HELO') {
        from = null;
        const logins = s.requireTls && !isTls() ? [] : ['AUTH PLAIN LOGIN'];
        const extra = [
          'PIPELINING',
          `SIZE ${s.maxBytes}`,
          ...(options.tls && !isTls() ? ['STARTTLS'] : []),
          ...logins,
          'ENHANCEDSTATUSCODES',
          '8BITMIME',
          'SMTPUTF8',
        ];
        const lines = verb === 'HELO' ? ['stand-in'] : ['stand-in', ...extra];
        return reply(lines.map((l, i) => `250${i < lines.length - 1 ? '-' : ' '}${l}`).join('\r\n'));
      }
      if (verb === 'QUIT') {
        reply('221 2.0.0 Bye');
        socket.end();
        return;
      }
      if (verb === 'NOOP') return reply('250 2.0.0 Ok');
      if (verb === 'RSET') {
        from = null;
        to = [];
        return reply('250 2.0.0 Ok');
      }
      if (verb === 'STARTTLS') return startTls();
      if (s.requireTls && !isTls()) return reply('530 5.7.0 Must issue a STARTTLS command first');
      if (verb === 'AUTH')
        return startLogin((line.split(' ')[1] ?? '').toUpperCase(), line.split(' ')[2] ?? '');
      if (s.requireLogin && user === null) return reply('530 5.7.0 Authentication required');
      if (verb === 'MAIL') {
        if (address === undefined) return reply('501 5.1.7 Bad sender address syntax');
        if (from !== null) return reply('503 5.5.1 Error: nested MAIL command');
        if (Number(/SIZE=(\d+)/i.exec(line)?.[1] ?? 0) > s.maxBytes)
          return reply('552 5.3.4 Message size exceeds fixed limit');
        from = address;
        to = [];
        return reply('250 2.1.0 Ok');
      }
      if (verb === 'RCPT') {
        if (from === null) return reply('503 5.5.1 Error: need MAIL command');
        if (!address?.includes('@')) return reply('501 5.1.3 Bad recipient address syntax');
        return addRecipient(address);
      }
      if (verb === 'DATA') {
        if (to.length === 0) return reply('503 5.5.1 Error: need RCPT command');
        data = '';
        return reply('354 End data with <CR><LF>.<CR><LF>');
      }
      reply('502 5.5.2 Error: command not recognized');
    }

    function acceptMessage(): void {
      // A line that begins with a dot had one more put before it.
      const raw = Buffer.from((data ?? '').replace(/^\./gm, ''), 'latin1');
      data = null;
      const envelope = { from: from ?? '', to };
      from = null;
      to = [];
      if (raw.length > s.maxBytes) return reply('552 5.3.4 Message size exceeds fixed limit');
      if (s.refuseData) return reply(s.refuseData);
      smtp.messages.push({ ...envelope, raw, mail: readMail(raw), user, tls: isTls(), at: Date.now() });
      if (s.mode === 'lostAnswer') socket.destroy();
      else reply(`250 2.0.0 Ok: queued as ${smtp.messages.length}`);
    }

    function readLines(chunk: Buffer): void {
      buffer += chunk.toString('latin1');
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (data !== null && line === '.') acceptMessage();
        else if (data !== null) data += `${line}\r\n`;
        else if (login && line === '*') {
          login = null;
          reply('501 5.7.0 Authentication cancelled');
        } else if (login) login(line);
        else runCommand(Buffer.from(line, 'latin1').toString('utf8'));
      }
    }

    function startTls(): void {
      if (!options.tls || isTls()) return reply('502 5.5.1 STARTTLS not offered');
      socket.removeAllListeners('data');
      socket.write('220 2.0.0 Ready to start TLS\r\n');
      // Whatever was known before the encryption counts no more.
      user = null;
      from = null;
      buffer = '';
      socket = new TLSSocket(socket, { isServer: true, ...options.tls });
      listen();
    }

    function listen(): void {
      socket.on('data', readLines);
      socket.on('error', () => socket.destroy());
    }

    listen();
    reply('220 stand-in ESMTP');
  }

  function acceptConnection(socket: Socket): void {
    const { mode, outageUntil } = smtp.switches;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (mode === 'down' || Date.now() < outageUntil) socket.destroy();
    else if (mode === 'busy') socket.end('421 4.3.2 Service not available, closing transmission channel\r\n');
    else if (mode !== 'hang') serveClient(socket);
  }

  const server =
    options.tls && options.implicitTls
      ? createTlsServer(options.tls, acceptConnection)
      : createServer(acceptConnection);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const smtp: Smtp = {
    host,
    port,
    url: `smtp${options.implicitTls ? 's' : ''}://${host}:${port}`,
    user: options.user ?? 'shop@example.com',
    password: options.password ?? 'secret',
    switches: {
      mode: 'ok',
      outageUntil: 0,
      greylist: false,
      requireLogin: true,
      requireTls: false,
      refuseData: null,
      maxBytes: 10_485_760,
      delayMs: 0,
      quota: null,
    },
    messages: [],
    refusals: new Map(),
    dialogue: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return smtp;
}
