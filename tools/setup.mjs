/**
 * Prepares a fresh checkout: checks the Node version, and installs the packages if the lock file or Node changed. It
 * prints nothing if there is nothing to do. It must not import packages, because they may not be installed yet.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const modules = join(root, 'node_modules');
export const isWindows = process.platform === 'win32';
/** The oldest Node 20 and the oldest later version that work, as in `engines` of package.json. */
const oldestOf20 = 19;
const oldestLater = [22, 12];

export function say(line) {
  process.stderr.write(`${line}\n`);
}

export function fail(line) {
  say(line);
  process.exit(1);
}

export function run(command, args, { quiet = false } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
    shell: isWindows,
  });
  return result.status === 0;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major === 20 && minor >= oldestOf20) return;
  if (major > oldestLater[0] || (major === oldestLater[0] && minor >= oldestLater[1])) return;
  fail(
    `Node ${process.versions.node} is too old: install Node ${oldestLater.join('.')} or newer (https://nodejs.org).`,
  );
}

function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256')
    .update(lock)
    .update(`${process.version} ${process.platform} ${process.arch}`)
    .digest('hex');
  const mark = join(modules, '.setup-hash');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return;
  say('Installing packages …');
  // `npm ci` installs exactly the versions of the lock file, or fails.
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']))
    fail('The packages of package-lock.json could not be installed: see the lines above.');
  writeFileSync(mark, hash);
}

checkNode();
installPackages();
