/** The programs that a WebKit phone needs: found, or on Debian and Ubuntu installed. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Programs {
  /** WebDriver of WebKitGTK; it knows its own browser. */
  readonly driver: string;
  /** A display without a screen. */
  readonly display: string;
}

/** The packages of Debian and Ubuntu that hold them. */
const packages = ['webkit2gtk-driver', 'xvfb'];

/** Throws an error that says what to install. */
export function preparePrograms(): Programs {
  const found = findPrograms();
  if (found) return found;
  console.error(`Installing ${packages.join(' and ')} for the WebKit test …`);
  if (apt('update', '-qq')) apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  const installed = findPrograms();
  if (installed) return installed;
  throw new Error(
    'WebKitWebDriver and Xvfb were not found: install WebKitGTK’s WebDriver and Xvfb (Linux only; Debian and Ubuntu: ' +
      `apt-get install ${packages.join(' ')}).`,
  );
}

function findPrograms(): Programs | undefined {
  const [driver, display] = [onPath('WebKitWebDriver'), onPath('Xvfb')];
  return driver === undefined || display === undefined ? undefined : { driver, display };
}

function onPath(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function apt(...args: readonly string[]): boolean {
  if (onPath('apt-get') === undefined) return false;
  const [command, ...first] =
    process.getuid?.() === 0 ? (['apt-get'] as const) : (['sudo', '-n', 'apt-get'] as const);
  const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
  return spawnSync(command, [...first, ...args], options).status === 0;
}
