import { isProblem, readObject } from '#server/platform/connections/call-provider.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';
import type { SendByProvider } from './text-provider.ts';

/** The `status` of a message, by https://developer.vonage.com/en/messaging/sms/guides/troubleshooting-sms */
const problems: Readonly<Record<string, ProviderProblem['kind']>> = {
  1: 'tooMany',
  4: 'wrongKey',
  5: 'unreachable',
  6: 'badRecipient',
  7: 'badRecipient',
  8: 'wrongKey',
  9: 'noCredit',
  10: 'tooMany',
  15: 'badSender',
  29: 'badRecipient',
};

/** Characters outside of Latin-1 need the encoding UCS-2. Vonage converts the rest to the alphabet of text messages. */
const needsUnicode = /[\u0100-\uffff]/;

/** Sends by https://developer.vonage.com/en/api/sms. The status of the HTTP answer is always 200. */
export const sendByVonage: SendByProvider = async (call, fields, { to, text }) => {
  const { apiKey = '', apiSecret = '', from = '' } = fields;
  const answer = await call({
    url: 'https://rest.nexmo.com/sms/json',
    form: {
      api_key: apiKey,
      api_secret: apiSecret,
      from,
      to: to.replace('+', ''),
      text,
      ...(needsUnicode.test(text) && { type: 'unicode' }),
    },
  });
  if (isProblem(answer)) return answer;
  const { messages } = readObject(answer.body);
  const sent = Array.isArray(messages) ? (messages as readonly Readonly<Record<string, unknown>>[]) : [];
  // A long text is sent as several messages.
  const failed = sent.find(({ status }) => String(status) !== '0');
  if (sent.length > 0 && !failed) return undefined;
  const detail = failed?.['error-text'];
  if (answer.status === 401) return { kind: 'wrongKey', detail: 'status 401' };
  return {
    kind: problems[String(failed?.['status'])] ?? 'refused',
    detail: typeof detail === 'string' ? detail : `status ${answer.status}`,
  };
};
