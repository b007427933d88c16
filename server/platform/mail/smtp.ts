/**
 * Sends mails through a restaurant's own mail server.
 *
 *     host ──► addresses, checked ──► nodemailer: TLS, login, message ──► accepted, or a problem in plain words
 *
 * Owners choose the address, so it must not lead into networks that only this server can reach. Public addresses at the
 * usual ports are allowed, others only if the operator lists them in `MAIL_SERVERS`.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { mailEncryptions } from '#contract/calls/connections.ts';
import { isAllowed, NotPublic } from '#server/platform/connections/allowed-address.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';
import { readNetwork, type Network } from '#server/platform/config/network.ts';
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
  /** How names are resolved. */
  readonly find?: typeof lookup;
}

/** A server that answers just before each timeout is given up after so many of them. */
const longestPauses = 6;
const usualPorts = [25, 465, 587, 2525];
const everywhere = [readNetwork('0.0.0.0/0')!, readNetwork('::/0')!];

export function createSmtpSender({ allowed, ca, timeoutMs = 10_000, find = lookup }: Options): SendBySmtp {
  return async (server, mail) => {
    const isListed = allowed.includes(`${server.host.toLowerCase()}:${server.port}`);
    if (!isListed && !usualPorts.includes(server.port))
      return { kind: 'notAllowed', detail: `port ${server.port}` };
    try {
      const addresses = await resolveAllowed(server.host, isListed ? everywhere : [], find);
      for (const [tried, address] of addresses.entries())
        try {
          await sendTo(address, server, mail, { ca, timeoutMs });
          break;
        } catch (error) {
          if (!hasNoConnection(error) || tried === addresses.length - 1) throw error;
        }
      return undefined;
    } catch (error) {
      return hideRecipient(describeMailError(error), mail.to);
    }
  };
}

/**
 * Resolves a host to addresses that are all allowed. The connection uses one of them, so a changed DNS entry cannot
 * redirect it after the check. IPv4 comes first, because a network without IPv6 may not say so.
 */
async function resolveAllowed(
  host: string,
  networks: readonly Network[],
  find: typeof lookup,
): Promise<string[]> {
  const found = isIP(host) === 0 ? await find(host, { all: true }) : [{ address: host }];
  if (!found.every(({ address }) => isAllowed(address, networks))) throw new NotPublic(host);
  return found.map(({ address }) => address).toSorted((a, b) => isIP(a) - isIP(b));
}

/** Whether the connection failed before the first byte, so that another address of the host can be tried. */
function hasNoConnection(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
}

/** Sends by the server at this address of its host. @throws the error of the library */
async function sendTo(
  address: string,
  server: MailServer,
  mail: OutgoingMail,
  { ca, timeoutMs }: { readonly ca: string | undefined; readonly timeoutMs: number },
): Promise<void> {
  // Most restaurants send no mail, so the library is loaded with the first one.
  const { createTransport } = await import('nodemailer');
  const { host, port, encryption, username: user, password: pass } = server;
  const isName = isIP(host) === 0;
  const transport = createTransport({
    host: address,
    port,
    // The certificate must be valid for the name that the owner entered.
    ...(isName && { servername: host }),
    secure: encryption === 'tls',
    requireTLS: encryption === 'startTls',
    ignoreTLS: encryption === 'none',
    ...(user !== '' && { auth: { user, pass }, forceAuth: true }),
    tls: { ...(isName && { servername: host }), ...(ca !== undefined && { ca }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const signal = AbortSignal.timeout(timeoutMs * longestPauses);
  await transport.sendMail({ ...composeMessage(server, mail), signal });
}

/** The mail servers repeat the address in their words, which the owner's page shows. */
function hideRecipient({ kind, detail }: ProviderProblem, to: string): ProviderProblem {
  return { kind, detail: detail.replaceAll(to, '…') };
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
