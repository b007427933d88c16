/** Redis or Valkey for the tests: finds its program, and runs it in memory until its caller ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { findFreePort } from './postgres.mjs';

/** Finds the program in PATH. Returns undefined if it is not installed. */
export function findRedis() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return ['redis-server', 'valkey-server']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Starts the program at this port of the own machine, by default a free one. It keeps nothing on disk. */
export async function startRedis(program, port) {
  port ??= await findFreePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(program, options, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (said.includes('Ready to accept connections')) break;
  }
  if (!said.includes('Ready to accept connections')) throw new Error(`${program} ended: ${said}`);
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Ends it like a crash. */
    kill: async () => {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}
