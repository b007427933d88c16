import { isProblem } from '#server/platform/connections/call-provider.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';
import type { SendByProvider } from './text-provider.ts';

/** The status codes of a text that the service has accepted. */
const accepted = ['0', '1', '2', '4'];

/** The status codes of refusals, from the vendor's own library: https://github.com/mitaketw/sms-java */
const problems: Readonly<Record<string, ProviderProblem['kind']>> = {
  '*': 'unreachable',
  a: 'unreachable',
  b: 'unreachable',
  c: 'wrongKey',
  d: 'wrongKey',
  e: 'wrongKey',
  f: 'wrongKey',
  h: 'wrongKey',
  l: 'tooMany',
  m: 'wrongKey',
  n: 'wrongKey',
  r: 'unreachable',
  s: 'noCredit',
  v: 'badRecipient',
  6: 'badRecipient',
};

/**
 * Sends by the HTTP API of Mitake (三竹簡訊) in Taiwan. It answers with lines like `statuscode=1`.
 * Numbers in Taiwan are written as in the country, `0912345678`. Others need an account for foreign texts.
 */
export const sendByMitake: SendByProvider = async (call, fields, { to, text }) => {
  const { username = '', password = '' } = fields;
  const answer = await call({
    // Without the charset the service reads Big5.
    url: 'https://smsapi.mitake.com.tw/api/mtk/SmSend?CharsetURL=UTF-8',
    form: { username, password, dstaddr: to.replace(/^\+886/, '0').replace('+', ''), smbody: text },
  });
  if (isProblem(answer)) return answer;
  const lines = new Map(
    answer.body.split(/\r?\n/).map((line) => line.split('=', 2) as [string, string | undefined]),
  );
  const status = lines.get('statuscode') ?? '';
  if (accepted.includes(status)) return undefined;
  return { kind: problems[status] ?? 'refused', detail: lines.get('Error') ?? `statuscode ${status}` };
};
