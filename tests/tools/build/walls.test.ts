import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';

/** Who may import what; each is written into a file of its own, and the lint rule reads them all at once. */
const probes = new Map<string, string>();
let refused: ReadonlySet<string>;

const probed = (folder: string, module: string) => {
  const file = `${folder}/wall-probe-${process.pid}-${probes.size}.ts`;
  probes.set(file, module);
  return [folder, module, file] as const;
};

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

test.each(
  [
    ['events', '#projections/bill/money.ts'],
    ['events', '../src/navigation/routes.ts'],
    ['events', 'react'],
    ['events', 'node:fs'],
    ['projections', '#contract/codes.ts'],
    ['projections', 'rxjs'],
    ['contract', '#server/config.ts'],
    ['contract', '#ui/routes/routes.ts'],
    ['src/shell', '#server/platform/http/route.ts'],
    ['src/shell', '../../server/config.ts'],
    ['client', '#ui/controls/Button.tsx'],
    ['server/ordering/cart', '#sync/decide.ts'],
    ['server/ordering/cart', '#sync/step.ts'],
    ['server/ordering/cart', '#server/app.ts'],
    ['server/service/staff', '../../main.ts'],
    ['server/platform/http', '../../hub-main.ts'],
    ['server/platform/store', '#server/ordering/cart/routes.ts'],
    ['server/platform/http', '#server/ordering/auth/identify.ts'],
    ['server/platform/http/routes', '../../../menu/menu.ts'],
    ['server/platform/hub', '#server/ordering/realtime/publish.ts'],
    ['server/platform/process', '#server/ordering/auth/tokens.ts'],
    ['server/platform/monitoring', '#server/ordering/orders/placing/place-order.ts'],
    ['server/platform/hub', '#client/engine/engine.ts'],
    ['server/ordering/cart/log', '#sync/step.ts'],
    ['tools', '#client/recording/recorder.ts'],
    ['sync', '#client/engine/engine.ts'],
    ['sync', 'rxjs'],
    ['events', '#sync/step.ts'],
    ['projections', '#sync/step.ts'],
    ['server', '#dev/mutants/all.ts'],
    ['sync', '#dev/simulation/run.ts'],
    ['src/shell', '#dev/two-phones/Phone.tsx'],
    ['ui', '#src/features/coupons/CouponPage.tsx'],
    ['ui', '#src/shell/App.tsx'],
    ['src/features/coupons', '#src/features/home/Home.tsx'],
    ['src/features/coupons', '#src/shell/App.tsx'],
    ['src/features/support', '#dev/two-phones/Phone.tsx'],
    ['client', '#src/features/order/page/use-step.ts'],
    ['client', '#src/shell/App.tsx'],
    ['client', '#src/cart/hooks.ts'],
    ['dev/simulation', '#src/cart/hooks.ts'],
    ['src/features/home', '#staff/StaffApp.tsx'],
    ['src/cart', '#src/features/home/Home.tsx'],
    ['src/diner', '../shell/App.tsx'],
    ['staff', '#src/features/home/Home.tsx'],
    ['staff/owner/menu', '#src/cart/hooks.ts'],
    ['ui', '#staff/StaffApp.tsx'],
    ['client', '#staff/StaffApp.tsx'],
    ['server', '#staff/StaffApp.tsx'],
    ['server/menu', '#server/ordering/orders/order-store.ts'],
    ['server/ordering/orders', '#server/service/kitchen/routes.ts'],
    ['server/service/staff', '#server/back-office/settings/settings.ts'],
    ['server/service/staff', '../../back-office/settings/settings.ts'],
  ].map(([folder, module]) => probed(folder!, module!)),
)('%s may not import %s', (_folder, _module, file) => expect(refused.has(file)).toBe(true));

test.each(
  [
    ['projections', '#events/item.ts'],
    ['contract', '#events/records/records.ts'],
    ['client', '#projections/cart-view.ts'],
    ['client', '#client/api/call/client.ts'],
    ['src/cart', '#client/environment/state.ts'],
    ['src/features/coupons', '#ui/Column.tsx'],
    ['src/shell', '#src/features/home/Home.tsx'],
    ['dev/simulation', '#client/engine/engine.ts'],
    ['dev/two-phones', '#ui/dish/DishLine.tsx'],
    ['server/ordering/cart', '#contract/codes.ts'],
    ['tools', '#server/back-office/demo/restaurants.ts'],
    ['server/ordering/cart', '#server/platform/http/routes/route.ts'],
    ['server/ordering/orders', '#server/ordering/cart/routes.ts'],
    ['server/platform/store', '#server/platform/process/start-error.ts'],
    ['server/platform/http', '#contract/calls/cart.ts'],
    ['server', './app.ts'],
    ['server/back-office/admin', '#server/service/staff/overview.ts'],
    ['staff', '#ui/Column.tsx'],
    ['staff', '#client/values/value.ts'],
    ['tools', '#sync/recording.ts'],
  ].map(([folder, module]) => probed(folder!, module!)),
)('%s may import %s', (_folder, _module, file) => expect(refused.has(file)).toBe(false));
