/**
 * Builds the phone when one of its sources changed, then runs the table server as a child: signals are passed on, its
 * exit status is handed through. Uses nothing but Node itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const sources = [
  'src',
  'events',
  'projections',
  'contract',
  'locales',
  'public',
  'index.html',
  'tools/build',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => filesBelow(join(path, name)));
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesBelow(join(root, source)))) {
    const content = readFileSync(file);
    // The length keeps one file's end from passing for the next one's name.
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function buildPhone() {
  const mark = join(dist, '.build-hash');
  const hash = hashOfSources();
  if (existsSync(join(dist, 'index.html')) && existsSync(mark) && readFileSync(mark, 'utf8') === hash) return;
  process.stderr.write('Building the phone …\n');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(mark, hash);
}

function runServer() {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server', 'main.ts')], {
    cwd: root,
    // The channel tells the server when this process is gone, however that happened.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
  child.on('error', (error) => {
    process.stderr.write(`The server could not be started: ${error.message}\n`);
    process.exit(1);
  });
}

buildPhone();
runServer();
