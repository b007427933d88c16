/**
 * Sends mails through a restaurant's own mail server.
 *
 *     address ──► checked ──► socket ──► nodemailer: TLS, login, message ──► accepted, or a problem in plain words
 *
 * Owners choose the address, so it must not lead into networks that only this server can reach. Public addresses at the
 * usual ports are allowed, others only if the operator lists them in `MAIL_SERVERS`.
 */
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import type { mailEncryptions } from '#contract/calls/connections.ts';
import { createAllowedLookup, isAllowed, NotPublic } from '#server/platform/connections/allowed-address.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';
import { readNetwork } from '#server/platform/config/network.ts';
import { describeMailError } from './mail-errors.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly encryption: (typeof mailEncryptions)[number];
  /** Empty: the server needs no login. */
  readonly username: string;
  readonly password: string;
  readonly fromName: string;
  readonly fromAddress: string;
}

export interface OutgoingMail {
  /** The same for each attempt. Mail programs show messages with the same id once. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly fileName: string; readonly content: Buffer };
}

/** Sends a mail. Returns undefined if the server accepted it. */
export type SendBySmtp = (server: MailServer, mail: OutgoingMail) => Promise<ProviderProblem | undefined>;

interface Options {
  /** Servers that are allowed in spite of their network or port, like `localhost:25`. */
  readonly allowed: readonly string[];
  /** Trusted in place of the public certificate authorities, as PEM. */
  readonly ca?: string;
  /** The longest pause of the mail server, ms. */
  readonly timeoutMs?: number;
}

const usualPorts = [25, 465, 587, 2525];
const everywhere = [readNetwork('0.0.0.0/0')!, readNetwork('::/0')!];

export function createSmtpSender({ allowed, ca, timeoutMs = 10_000 }: Options): SendBySmtp {
  return async (server, mail) => {
    const isListed = allowed.includes(`${server.host.toLowerCase()}:${server.port}`);
    if (!isListed && !usualPorts.includes(server.port))
      return { kind: 'notAllowed', detail: `port ${server.port}` };
    let socket: Socket | undefined;
    try {
      socket = await openSocket(server, isListed, timeoutMs);
      // Most restaurants send no mail, so the library is loaded with the first one.
      const { createTransport } = await import('nodemailer');
      const { host, encryption, username: user, password: pass } = server;
      const transport = createTransport({
        connection: socket,
        host,
        secure: encryption === 'tls',
        requireTLS: encryption === 'startTls',
        ignoreTLS: encryption === 'none',
        ...(user !== '' && { auth: { user, pass }, forceAuth: true }),
        ...(ca !== undefined && { tls: { ca } }),
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
      });
      await transport.sendMail(composeMessage(server, mail));
      return undefined;
    } catch (error) {
      return hideRecipient(describeMailError(error), mail.to);
    } finally {
      socket?.destroy();
    }
  };
}

/** The mail servers repeat the address in their words, which the owner's page shows. */
function hideRecipient({ kind, detail }: ProviderProblem, to: string): ProviderProblem {
  return { kind, detail: detail.replaceAll(to, '…') };
}

async function openSocket({ host, port }: MailServer, isListed: boolean, timeoutMs: number): Promise<Socket> {
  const networks = isListed ? everywhere : [];
  if (isIP(host) !== 0 && !isAllowed(host, networks)) throw new NotPublic(host);
  const lookup: LookupFunction = createAllowedLookup(networks);
  return await new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup });
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    );
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeListener('error', reject);
      resolve(socket);
    });
    socket.once('close', () => clearTimeout(timer));
  });
}

function composeMessage({ fromName, fromAddress }: MailServer, mail: OutgoingMail) {
  const { id, to, subject, text, attachment } = mail;
  return {
    from: { name: fromName, address: fromAddress },
    to: { name: '', address: to },
    // Whatever a header might be read as, the mail goes to this address only.
    envelope: { from: fromAddress, to: [to] },
    messageId: `<${id}@${fromAddress.split('@').at(-1)}>`,
    // Holiday notices do not answer it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject,
    text,
    attachments: attachment ? [{ filename: attachment.fileName, content: attachment.content }] : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
