import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';

/** Import by file. Each import has a file of its own, so that oxlint reads all of them at once. */
const probes = new Map<string, string>();
let refused: ReadonlySet<string>;

/** Makes a probe for each module of each folder. */
const createProbes = (modules: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(modules).flatMap(([folder, each]) =>
    each.map((module) => {
      const file = `${folder}/wall-probe-${process.pid}-${probes.size}.ts`;
      probes.set(file, module);
      return [folder, module, file] as const;
    }),
  );

beforeAll(() => {
  try {
    for (const [file, module] of probes)
      writeFileSync(file, `import * as probe from '${module}';\nconsole.log(probe);\n`);
    const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-f', 'json', ...probes.keys()], {
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    const walls = diagnostics.filter(({ code }) => code.includes('no-restricted-imports'));
    refused = new Set(walls.map(({ filename }) => filename));
  } finally {
    for (const file of probes.keys()) rmSync(file, { force: true });
  }
});

const mayNot = {
  events: ['#projections/bill/money.ts', '../src/navigation/routes.ts', 'react', 'node:fs', '#sync/step.ts'],
  projections: ['#contract/codes.ts', 'rxjs', '#sync/step.ts'],
  contract: ['#server/config.ts', '#ui/routes/routes.ts'],
  'src/shell': [
    '#server/platform/http/route.ts',
    '../../server/config.ts',
    '#dev/two-phones/Phone.tsx',
    '#staff/StaffApp.tsx',
  ],
  client: [
    '#ui/controls/Button.tsx',
    '#src/features/order/page/use-step.ts',
    '#src/shell/App.tsx',
    '#src/cart/hooks.ts',
    '#staff/StaffApp.tsx',
  ],
  'server/ordering/cart': ['#sync/decide.ts', '#sync/step.ts', '#server/app.ts', '#client/engine/engine.ts'],
  'server/service/staff': [
    '../../main.ts',
    '#server/back-office/settings/settings.ts',
    '../../back-office/settings/settings.ts',
  ],
  'server/platform/http': ['../../main.ts', '#server/compose/deps.ts', '#server/ordering/auth/identify.ts'],
  'server/platform/store': ['#server/ordering/cart/routes.ts'],
  'server/platform/http/routes': ['../../../menu/menu.ts'],
  'server/platform/hub': ['#server/ordering/realtime/publish.ts', '#client/engine/engine.ts'],
  'server/platform/config': ['#server/ordering/auth/tokens.ts'],
  'server/platform/monitoring': ['#server/ordering/orders/placing/place-order.ts'],
  'server/ordering/cart/log': ['#sync/step.ts'],
  tools: ['#client/recording/recorder.ts'],
  sync: ['#client/engine/engine.ts', 'rxjs', '#dev/simulation/run.ts'],
  server: ['#dev/simulation/run.ts', '#staff/StaffApp.tsx'],
  'server/menu': ['#server/ordering/orders/order-store.ts'],
  'server/ordering/orders': ['#server/service/kitchen/routes.ts'],
  ui: ['#src/features/coupons/CouponPage.tsx', '#src/shell/App.tsx', '#staff/StaffApp.tsx'],
  staff: ['#src/features/home/Home.tsx', '../src/cart/hooks.ts'],
  'src/features/home': ['#staff/StaffApp.tsx'],
  'src/cart': ['#src/features/home/Home.tsx'],
  'src/diner': ['../shell/App.tsx'],
  'src/features/coupons': ['#src/features/home/Home.tsx', '#src/shell/App.tsx'],
  'src/features/support': ['#dev/two-phones/Phone.tsx'],
  'dev/simulation': ['#src/cart/hooks.ts'],
};
test.each(createProbes(mayNot))('%s may not import %s', (_folder, _module, file) =>
  expect(refused.has(file)).toBe(true),
);

const may = {
  projections: ['#events/item.ts'],
  contract: ['#events/records/records.ts'],
  client: ['#projections/cart-view.ts', '#client/api/call/request.ts'],
  'src/cart': ['#client/environment/state.ts'],
  'src/features/coupons': ['#ui/Column.tsx'],
  'src/shell': ['#src/features/home/Home.tsx'],
  'dev/simulation': ['#client/engine/engine.ts'],
  'dev/two-phones': ['#ui/dish/DishLine.tsx'],
  'server/ordering/cart': ['#contract/codes.ts', '#server/platform/http/routes/route.ts'],
  tools: ['#server/back-office/demo/restaurants.ts', '#sync/recording.ts'],
  'server/ordering/orders': ['#server/ordering/cart/routes.ts'],
  'server/platform/store': ['#server/platform/lifecycle/start-error.ts'],
  'server/platform/http': ['#contract/calls/cart.ts'],
  server: ['./app.ts'],
  'server/back-office/admin': ['#server/service/staff/overview.ts'],
  staff: ['#ui/Column.tsx', '#client/values/value.ts'],
};
test.each(createProbes(may))('%s may import %s', (_folder, _module, file) =>
  expect(refused.has(file)).toBe(false),
);
