import { faultsIn } from '../mutant.ts';

export const webhook = [
  ...faultsIn('server/back-office/webhooks/post-webhook.ts', ['tests/server/webhooks/merchant-webhooks.test.ts'], [
    { rule: 'CX31', fault: 'an answer of 4xx counts as a delivery', code: 'statusCode < 300', broken: 'statusCode < 500' },
  ]),
  ...faultsIn('server/back-office/webhooks/deliver-webhooks.ts', ['tests/server/webhooks/merchant-webhooks.test.ts'], [
    { rule: 'CX31', fault: 'a second process delivers what the first has claimed', code: "        .where('next_at', '=', nextAt)\n", broken: '' },
    { rule: 'CX31', fault: 'the pause does not grow', code: 'retry.firstMs * 2 ** attempts', broken: 'retry.firstMs' },
    { rule: 'CX31', fault: 'nothing is ever given up', code: 'now - call.tries_since > givenUpAfterMs', broken: 'false' },
  ]),
  ...faultsIn('server/platform/lifecycle/start-work.ts', ['tests/server/lifecycle/start-work.test.ts'], [
    { rule: 'CX31', fault: 'who is woken while it looks is forgotten', code: ' || isWoken;', broken: ';' },
  ]),
  ...faultsIn('server/back-office/webhooks/deliver-webhooks.ts', ['tests/server/webhooks/merchant-webhooks.test.ts'], [
    { rule: 'CX31', fault: 'webhooks that never answer take every place again', code: '(a, b) => a.busy - b.busy', broken: '() => 0' },
  ]),
  ...faultsIn('server/platform/sms/signature.ts', ['tests/server/webhooks/merchant-webhooks.test.ts'], [
    { rule: 'webhook', fault: 'the signature does not cover the time', code: '`${id}.${at}.${body}`', broken: '`${id}.${body}`' },
  ]),
  ...faultsIn('server/platform/sms/sms.ts', ['tests/server/http/openapi-order.test.ts'], [
    { rule: 'messages', fault: 'a text is signed with nothing', code: 'signHeaders(secret, ', broken: "signHeaders(secret.slice(1), " },
  ]),
  ...faultsIn('server/back-office/webhooks/queue-deliveries.ts', ['tests/server/fulfilment/order-at-table.test.ts'], [
    { rule: 'webhook', fault: 'a sent round is told as any change', code: "if (act.type === 'roundSent') return 'order.sent';", broken: '' },
  ]),
]; // prettier-ignore
