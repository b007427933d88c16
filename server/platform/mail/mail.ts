/** Mails of a restaurant, through the mail server that its owner has set up. */
import { mailEncryptions } from '#contract/calls/connections.ts';
import { isMailAddress } from '#contract/mail-address.ts';
import {
  recordOutcome,
  type ConnectionDeps,
  type OpenConnection,
  type ProviderProblem,
} from '#server/platform/connections/connections.ts';
import type { MailServer, OutgoingMail, SendBySmtp } from './smtp.ts';

export interface MailDeps extends ConnectionDeps {
  readonly sendBySmtp: SendBySmtp;
}

/** Sends a mail and records the outcome. @returns undefined if the mail server accepted it */
export async function sendMail(
  deps: MailDeps,
  own: OpenConnection | 'unreadable',
  merchantId: string,
  mail: OutgoingMail,
): Promise<ProviderProblem | undefined> {
  const problem =
    own === 'unreadable'
      ? ({ kind: 'unreadable', detail: '' } as const)
      : await deps.sendBySmtp(readMailServer(own.fields), mail);
  // The address is wrong, not the mail server.
  if (problem?.kind !== 'badRecipient') await recordOutcome(deps, merchantId, { kind: 'mail', problem });
  return problem;
}

type Fields = Readonly<Record<string, string>>;

function readMailServer(fields: Fields): MailServer {
  const { host = '', port = '', username = '', password = '', fromName = '', fromAddress = '' } = fields;
  const encryption = mailEncryptions.find((each) => each === fields['encryption']) ?? 'tls';
  return { host, port: Number(port), encryption, username, password, fromName, fromAddress };
}

const thisComputer = ['localhost', '127.0.0.1', '::1'];

/** Lists the fields that cannot be right. Pure. */
export function findWrongMailFields(fields: Fields): string[] {
  const { host, port, encryption, fromAddress } = readMailServer(fields);
  const isRight = {
    host: /^[\w.:-]+$/.test(host),
    port: Number.isInteger(port) && port > 0 && port < 65_536,
    encryption: encryption === fields['encryption'] && (encryption !== 'none' || thisComputer.includes(host)),
    fromAddress: isMailAddress(fromAddress),
  };
  return Object.entries(isRight).flatMap(([name, right]) => (right ? [] : [name]));
}
