import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Does the lint rule refuse `module` in a file of `folder`? */
function isRefused(folder: string, module: string): boolean {
  const file = join(folder, `wall-probe-${process.pid}.ts`);
  writeFileSync(file, `import * as probe from '${module}';\nconsole.log(probe);\n`);
  try {
    const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-f', 'json', file], { encoding: 'utf8' });
    return stdout.includes('no-restricted-imports');
  } finally {
    rmSync(file);
  }
}

test.each([
  ['events', '#projections/bill/money.ts'],
  ['events', '../src/kit/routes/routes.ts'],
  ['events', 'react'],
  ['events', 'node:fs'],
  ['projections', '#contract/codes.ts'],
  ['projections', 'rxjs'],
  ['contract', '#server/config.ts'],
  ['contract', '#src/kit/routes/routes.ts'],
  ['src/shell', '#server/http/route.ts'],
  ['src/shell', '../../server/config.ts'],
  ['src/runtime', '#src/kit/ui/controls/Button.tsx'],
  ['server/cart', '#sync/decide.ts'],
  ['server/cart', '../../src/runtime/engine.ts'],
  ['server/cart', '#server/app.ts'],
  ['server/staff', '../main.ts'],
  ['server/http', '../hub-main.ts'],
  ['server/store', '#server/cart/routes.ts'],
  ['server/http', '#server/auth/identify.ts'],
  ['server/http/routes', '../../catalogue/menu.ts'],
  ['server/hub', '#server/realtime/publish.ts'],
  ['server/process', '#server/auth/tokens.ts'],
  ['server/monitoring', '#server/orders/place-order.ts'],
  ['server/hub', '#src/runtime/engine.ts'],
  ['server/cart/log', '#sync/step.ts'],
  ['tools', '#src/runtime/recording/recorder.ts'],
  ['sync', '#src/runtime/engine.ts'],
  ['sync', 'rxjs'],
  ['events', '#sync/step.ts'],
  ['projections', '#sync/step.ts'],
  ['server', '#workshop/mutants/all.ts'],
  ['sync', '#workshop/simulation/run.ts'],
  ['src/shell', '#workshop/simulator/Simulator.tsx'],
  ['src/kit/ui', '#src/features/coupons/CouponPage.tsx'],
  ['src/kit/ui', '#src/shell/App.tsx'],
  ['src/features/coupons', '#src/features/home/Home.tsx'],
  ['src/features/coupons', '#src/shell/App.tsx'],
  ['src/features/support', '#workshop/simulator/Simulator.tsx'],
  ['src/runtime', '#src/features/order/page/use-step.ts'],
  ['src/runtime', '#src/shell/App.tsx'],
  ['src/runtime', '#src/kit/cart/hooks.ts'],
  ['workshop/simulation', '#src/kit/cart/hooks.ts'],
])('%s may not import %s', (folder, module) => expect(isRefused(folder, module)).toBe(true));

test.each([
  ['projections', '#events/item.ts'],
  ['contract', '#events/records.ts'],
  ['src/runtime', '#projections/cart-view.ts'],
  ['src/runtime', '#src/kit/api/call/client.ts'],
  ['src/kit/cart', '#src/runtime/environment/state.ts'],
  ['src/features/coupons', '#src/kit/ui/Column.tsx'],
  ['src/shell', '#src/features/home/Home.tsx'],
  ['workshop/simulation', '#src/runtime/engine.ts'],
  ['workshop/simulator', '#src/features/support/TestTabs.tsx'],
  ['server/cart', '#contract/codes.ts'],
  ['tools', '#server/demo/restaurants.ts'],
  ['server/cart', '#server/http/routes/route.ts'],
  ['server/orders', '#server/cart/routes.ts'],
  ['server/store', '#server/process/start-error.ts'],
  ['server/http', '#contract/calls/cart.ts'],
  ['server', './app.ts'],
  ['tools', '#sync/recording.ts'],
])('%s may import %s', (folder, module) => expect(isRefused(folder, module)).toBe(false));
