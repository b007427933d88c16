/** `npm test` and `npm start` begin in a checkout without `node_modules`. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolderForTests } from '#tests/for-tests.ts';

const folder = createFolderForTests();

test.each(['postgres.mjs', 'redis.mjs'])('set-up loads %s before it installs any package', (name) => {
  for (const path of ['package.json', 'testing/services'])
    cpSync(path, join(folder, path), { recursive: true });
  const load = [
    '--input-type=module',
    '-e',
    `await import('./testing/services/${name}'); console.log('loaded')`,
  ];
  expect(execFileSync(process.execPath, load, { cwd: folder, encoding: 'utf8' })).toBe('loaded\n');
});
