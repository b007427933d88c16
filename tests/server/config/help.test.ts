import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serverVariables } from '#server/platform/config/config.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function start(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/start.mjs', ...words], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('npm start -- --help lists each variable and each command, and starts no server', () => {
  const { status, stdout, stderr } = start('--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.split('\n');
  for (const name of serverVariables) {
    const [line, ...more] = lines.filter((each) => each.startsWith(`  ${name} `));
    expect(line, name).toMatch(/^ {2}\w+ +\S.{10}/);
    expect(more, name).toEqual([]);
  }
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>;
  };
  const ofOperators = Object.keys(scripts).filter((name) => scripts[name]!.startsWith('tsx tools/'));
  expect(ofOperators).toContain('import-menu');
  for (const name of ofOperators)
    expect(stdout).toMatch(new RegExp(`^ {2}npm run (?:-s )?${name}\\b.* {2}\\S`, 'm'));
  expect(stdout).not.toMatch(/[`|]|\]\(/);
});

test('an unknown option is refused with the list of options', () => {
  const { status, stdout, stderr } = start('--halp');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^--halp: there is no such option\nusage: npm start\n/);
});
