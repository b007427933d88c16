import { faultsIn } from '../mutant.ts';

export const webhook = [
  ...faultsIn('server/orders/webhook/deliver.ts', ['tests/server/staff/webhook-delivery.test.ts'], [
    { rule: 'webhook', fault: 'a redirect is followed, body and signature with it', code: "redirect: 'error',", broken: "redirect: 'follow'," },
    { rule: 'webhook', fault: 'an answer of 4xx counts as a delivery', code: 'return answer.ok ? undefined', broken: 'return answer.status < 500 ? undefined' },
    { rule: 'webhook', fault: 'a till that is silent is waited for without end', code: '      signal: AbortSignal.timeout(timeoutMs),\n', broken: '' },
    { rule: 'webhook', fault: 'whoever has taken a delivery up keeps it for two days', code: 'take(deps, 2 * timeoutMs)', broken: 'take(deps, givenUpAfterMs)' },
    { rule: 'webhook', fault: 'a second process delivers what the first has taken up', code: '.set({ next_at: now + leaseMs })', broken: '.set({ next_at: now })' },
    { rule: 'webhook', fault: 'a delivery that was taken from under a process goes out all the same', code: "        .where('next_at', '=', nextAt)\n", broken: '' },
    { rule: 'webhook', fault: 'the pause does not grow', code: 'retry.firstMs * 2 ** attempts', broken: 'retry.firstMs' },
    { rule: 'webhook', fault: 'the pause grows without end', code: 'Math.min(retry.firstMs * 2 ** attempts, retry.longestMs)', broken: 'retry.firstMs * 2 ** attempts' },
    { rule: 'webhook', fault: 'nothing is ever given up', code: ' || now - createdAt > givenUpAfterMs', broken: '' },
  ]),
  ...faultsIn('server/process/start-work.ts', ['tests/server/staff/webhook-delivery.test.ts'], [
    { rule: 'webhook', fault: 'what other processes write is not looked for', code: 'const timer = setInterval(wake, lookEveryMs);', broken: 'const timer = setInterval(() => undefined, lookEveryMs);' },
  ]),
  ...faultsIn('server/process/start-work.ts', ['tests/server/process/start-work.test.ts'], [
    { rule: 'CX31', fault: 'who is woken while it looks is forgotten', code: ' || isWoken;', broken: ';' },
  ]),
  ...faultsIn('server/webhooks/deliver-calls.ts', ['tests/server/webhooks/merchant-webhooks.test.ts'], [
    { rule: 'CX31', fault: 'webhooks that never answer take every place again', code: '(a, b) => a.busy - b.busy', broken: '() => 0' },
  ]),
  ...faultsIn('server/webhooks/signature.ts', ['tests/server/staff/webhook.test.ts'], [
    { rule: 'webhook', fault: 'the signature does not cover the time', code: '.update(`${now}.${body}`)', broken: '.update(body)' },
  ]),
  ...faultsIn('server/messages/sms.ts', ['tests/server/http/openapi-order.test.ts'], [
    { rule: 'messages', fault: 'a text is signed with nothing', code: 'signatureOf(secret, body, clock.now())', broken: "signatureOf('', body, clock.now() + secret.length)" },
  ]),
  ...faultsIn('server/desk/write-act.ts', ['tests/server/staff/webhook.test.ts'], [
    { rule: 'webhook', fault: 'a sent round is told as any change', code: "if (type === 'roundSent') return 'order.sent';", broken: '' },
  ]),
]; // prettier-ignore
