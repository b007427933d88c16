import type { Mutant } from './mutant.ts';

const tests = ['tests/server/webhook.test.ts'] as const;
const file = 'server/webhook/deliver.ts';

export const webhook: readonly Mutant[] = [
  {
    rule: 'webhook',
    fault: 'a delivery that failed is not tried again later each time',
    file,
    code: 'retry.firstMs * 2 ** attempts',
    broken: 'retry.firstMs',
    tests,
  },
];
