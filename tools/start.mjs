/**
 * Builds the phone app if one of its sources changed, then runs the table server as a child process. It passes signals
 * on, and exits with the server's status. `--help` prints commands and variables instead.
 */
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuildCurrent } from './build/built-sources.mjs';
import { help } from './help.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function buildPhone() {
  if (isBuildCurrent(root, join(root, 'dist'))) return;
  process.stderr.write('Building the phone …\n');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function runServer() {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server', 'main.ts')], {
    cwd: root,
    // The server ends when this channel closes, even if this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
  child.on('error', (error) => {
    process.stderr.write(`The server could not be started: ${error.message}\n`);
    process.exit(1);
  });
}

const [word] = process.argv.slice(2);
if (word === '--help' || word === '-h') process.stdout.write(help());
else if (word !== undefined) {
  process.stderr.write(`${word}: there is no such option\n${help()}`);
  process.exitCode = 2;
} else {
  buildPhone();
  runServer();
}
