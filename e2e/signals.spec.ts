import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { getProgramArgs } from '#tests/programs.ts';
import { findFreePort, isUp } from './support/table-server.ts';
import { isAtLength } from './support/words.ts';

/** A process manager kills a server that takes longer to end, ms. */
const longestEnd = 10_000;

/** The targets of a signal from a process manager, a script and a terminal. */
const receivers = {
  npm: (npm: number, signal: NodeJS.Signals) => process.kill(npm, signal),
  'the process that npm started': (npm: number, signal: NodeJS.Signals) =>
    process.kill(readChildPid(npm), signal),
  'the process group': (npm: number, signal: NodeJS.Signals) => process.kill(-npm, signal),
} as const;

/** Each start takes 3 s, so `npm test` runs only the case of a process manager. */
const inShort = 'SIGTERM npm';

for (const [whom, tell] of Object.entries(receivers))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    if (!isAtLength && `${signal} ${whom}` !== inShort) continue;
    test(`npm start: ${signal} to ${whom} ends the server, and frees port and data`, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'signals-'));
      const prepared = process.env['PREPARED_DATA'];
      if (prepared !== undefined) cpSync(prepared, dataDir, { recursive: true });
      const port = await findFreePort();
      const npm = spawn('npm', ['start'], {
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
        stdio: 'ignore',
        detached: true,
      });
      try {
        await expect.poll(() => isUp(`http://localhost:${port}`), { timeout: 60_000 }).toBe(true);
        const server = readChildPid(readChildPid(npm.pid!));
        tell(npm.pid!, signal);
        await expect.poll(() => isRunning(server), { timeout: longestEnd }).toBe(false);
        await waitForExit(npm);
        expect(await isUp(`http://localhost:${port}`), 'the port is free').toBe(false);
        // A running server locks the file.
        const copy = join(dataDir, 'copy.db');
        execFileSync(process.execPath, [...getProgramArgs('tools/backup.ts'), copy], {
          env: { ...process.env, DATA_DIR: dataDir },
        });
      } finally {
        if (npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid!, 'SIGKILL');
        rmSync(dataDir, { recursive: true, force: true });
      }
    });
  }

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function readChildPid(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').at(-1));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
