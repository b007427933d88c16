/** The package of the cart's rules works outside of this project, as its README says. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createFolderForTests } from '#tests/for-tests.ts';

const folder = createFolderForTests();
const run = promisify(execFile);
const readme = readFileSync('packages/cart-rules/README.md', 'utf8');
const [, example = ''] = /^```ts\n([\s\S]*?)^```/m.exec(readme) ?? [];

test('another project installs the package, and runs and type-checks the example of its README', async () => {
  const dist = join(folder, 'dist');
  const options = ['--logLevel', 'warn', '--outDir', dist];
  await run('npx', ['vite', 'build', '--config', 'packages/cart-rules/vite.config.ts', ...options]);
  await run('npx', ['tsc', '--project', 'packages/cart-rules', '--outDir', dist]);
  const { stdout } = await run('npm', ['pack', '--silent', dist], { cwd: folder });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const { dependencies } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  // The registry may be out of reach, so the dependencies come from this project.
  const local = [...Object.keys(dependencies), '@types/node', 'undici-types'].map((name) =>
    resolve('node_modules', name),
  );
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--install-links'];
  await run('npm', ['install', ...flags, `./${stdout.trim()}`, ...local], { cwd: folder });

  expect(example.split('\n').length).toBeLessThanOrEqual(31);
  writeFileSync(join(folder, 'example.ts'), example);
  const strict = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    '--outDir',
    '.',
  ];
  await run(resolve('node_modules/.bin/tsc'), ['--ignoreConfig', ...strict, 'example.ts'], { cwd: folder });

  cpSync('docs/support/ann.jsonl', join(folder, 'table.jsonl'));
  const printed = await run(process.execPath, ['example.js'], { cwd: folder });
  expect(printed.stdout).toMatchInlineSnapshot(`
    "u41: 1 × Spring rolls
    ra:3 18:32:30.100 Diner A adds 1 × Spring rolls
      It counts: +1 × Spring rolls, now 1 (V5a)
    "
  `);
});
