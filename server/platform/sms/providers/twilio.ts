import { isProblem, readObject } from '#server/platform/connections/call-provider.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';
import type { SendByProvider } from './text-provider.ts';

/** https://www.twilio.com/docs/api/errors */
const problems: Readonly<Record<number, ProviderProblem['kind']>> = {
  20003: 'wrongKey',
  20404: 'wrongKey',
  20429: 'tooMany',
  14107: 'tooMany',
  21211: 'badRecipient',
  21214: 'badRecipient',
  21408: 'badRecipient',
  21608: 'badRecipient',
  21610: 'badRecipient',
  21614: 'badRecipient',
  21212: 'badSender',
  21603: 'badSender',
  21606: 'badSender',
  21659: 'badSender',
  21660: 'badSender',
  30001: 'tooMany',
  30002: 'noCredit',
};

/** Sends by https://www.twilio.com/docs/messaging/api/message-resource. `from` is a number, a name or a service (MG…). */
export const sendByTwilio: SendByProvider = async (call, fields, { to, text }) => {
  const { accountSid = '', authToken = '', from = '' } = fields;
  const answer = await call({
    url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
    headers: { Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    form: { To: to, [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from, Body: text },
  });
  if (isProblem(answer)) return answer;
  if (answer.status >= 200 && answer.status < 300) return undefined;
  const { code, message } = readObject(answer.body);
  const ofStatus = { 401: 'wrongKey', 429: 'tooMany' } as const;
  const kind =
    problems[Number(code)] ??
    (answer.status === 401 || answer.status === 429 ? ofStatus[answer.status] : 'refused');
  return { kind, detail: typeof message === 'string' ? message : `status ${answer.status}` };
};
