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
    ['src/shell', '#server/http/route.ts'],
    ['src/shell', '../../server/config.ts'],
    ['client', '#ui/controls/Button.tsx'],
    ['server/cart', '#sync/decide.ts'],
    ['server/cart', '../../client/engine.ts'],
    ['server/cart', '#server/app.ts'],
    ['server/staff', '../main.ts'],
    ['server/http', '../hub-main.ts'],
    ['server/store', '#server/cart/routes.ts'],
    ['server/http', '#server/auth/identify.ts'],
    ['server/http/routes', '../../catalogue/menu.ts'],
    ['server/hub', '#server/realtime/publish.ts'],
    ['server/process', '#server/auth/tokens.ts'],
    ['server/monitoring', '#server/orders/placing/place-order.ts'],
    ['server/hub', '#client/engine/engine.ts'],
    ['server/cart/log', '#sync/step.ts'],
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
  ].map(([folder, module]) => probed(folder!, module!)),
)('%s may not import %s', (_folder, _module, file) => expect(refused.has(file)).toBe(true));

test.each(
  [
    ['projections', '#events/item.ts'],
    ['contract', '#events/records.ts'],
    ['client', '#projections/cart-view.ts'],
    ['client', '#client/api/call/client.ts'],
    ['src/cart', '#client/environment/state.ts'],
    ['src/features/coupons', '#ui/Column.tsx'],
    ['src/shell', '#src/features/home/Home.tsx'],
    ['dev/simulation', '#client/engine/engine.ts'],
    ['dev/two-phones', '#ui/dish/DishLine.tsx'],
    ['server/cart', '#contract/codes.ts'],
    ['tools', '#server/demo/restaurants.ts'],
    ['server/cart', '#server/http/routes/route.ts'],
    ['server/orders', '#server/cart/routes.ts'],
    ['server/store', '#server/process/start-error.ts'],
    ['server/http', '#contract/calls/cart.ts'],
    ['server', './app.ts'],
    ['tools', '#sync/recording.ts'],
  ].map(([folder, module]) => probed(folder!, module!)),
)('%s may import %s', (_folder, _module, file) => expect(refused.has(file)).toBe(false));
