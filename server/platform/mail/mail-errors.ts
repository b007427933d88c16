/** Why a mail was not sent, from the error of the socket or of the mail library. Pure. */
import type { ConnectionProblem } from '#contract/calls/connections.ts';
import { NotPublic } from '#server/platform/connections/allowed-address.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';

interface MailError extends Error {
  /** Of the library, like `EAUTH`, or of the operating system, like `ENOTFOUND`. */
  readonly code?: string;
  /** The command that failed, like `RCPT TO`. */
  readonly command?: string;
  /** The answer of the mail server. */
  readonly response?: string;
  readonly responseCode?: number;
}

/** Enhanced codes (RFC 3463) and words with which mail servers report a used-up quota of the sender. */
const quota = /[45]\.(?:4\.5|5\.3|7\.28)\b|quota|(?:rate|sending) limit|too many/i;
/** The recipient's mailbox is full, which also is a quota. */
const fullMailbox = /[45]\.2\.2\b/;
const badCertificate = /certificate|self.signed|altname|issuer/i;

export function describeMailError(error: unknown): ProviderProblem {
  const given: MailError = error instanceof Error ? error : new Error(String(error));
  return { kind: chooseKind(given), detail: given.response ?? given.message };
}

function chooseKind(error: MailError): ConnectionProblem {
  const { code, command, response = '', responseCode = 0, message } = error;
  if (error instanceof NotPublic) return 'notAllowed';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EDNS') return 'unknownHost';
  if (code === 'ETIMEDOUT' || code === 'EABORT') return 'timeout';
  if (badCertificate.test(message) && response === '') return 'certificate';
  if (code === 'ETLS' || /wrong version number|packet length/i.test(message)) return 'noEncryption';
  if (quota.test(response) && !fullMailbox.test(response)) return 'tooMany';
  if (responseCode >= 400 && responseCode < 500) return 'later';
  if (code === 'EAUTH' || responseCode === 530) return 'wrongKey';
  if (responseCode < 500) return 'unreachable';
  if (command === 'RCPT TO') return 'badRecipient';
  return command === 'MAIL FROM' ? 'badSender' : 'refused';
}
