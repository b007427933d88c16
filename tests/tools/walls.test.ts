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
  ['events', '#projections/money.ts'],
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
  ['tools', '#src/runtime/recorder.ts'],
  ['sync', '#src/runtime/engine.ts'],
  ['sync', 'rxjs'],
  ['events', '#sync/step.ts'],
  ['projections', '#sync/step.ts'],
  ['server', '#workshop/mutants/all.ts'],
])('%s may not import %s', (folder, module) => expect(isRefused(folder, module)).toBe(true));

test.each([
  ['projections', '#events/item.ts'],
  ['contract', '#events/records.ts'],
  ['src/runtime', '#projections/cart-view.ts'],
  ['server/cart', '#contract/codes.ts'],
  ['tools', '#server/demo/restaurants.ts'],
  ['server/cart', '#server/http/routes/route.ts'],
  ['server/orders', '#server/cart/routes.ts'],
  ['server/store', '#server/process/start-error.ts'],
  ['server/http', '#contract/cart.ts'],
  ['server', './app.ts'],
  ['tools', '#sync/recording.ts'],
])('%s may import %s', (folder, module) => expect(isRefused(folder, module)).toBe(false));
