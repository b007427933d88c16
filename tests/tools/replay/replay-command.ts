/** `npm run replay`, as tests run it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderForTests } from '#tests/for-tests.ts';
import { getProgramArgs } from '#tests/programs.ts';

export const command = getProgramArgs('tools/replay.ts');

export function replay(...args: string[]) {
  return spawnSync(process.execPath, [...command, ...args], { encoding: 'utf8' });
}

/** Makes a folder for the logs of a test file. `file` writes a log there and returns its path. */
export function createLogFolder() {
  const folder = createFolderForTests();
  const writeLog = (name: string, lines: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, lines.map((line) => line + '\n').join(''));
    return path;
  };
  return { folder, writeLog };
}
