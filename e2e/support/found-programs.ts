/** Programs of other browsers: found, or on Debian and Ubuntu installed. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The paths of these programs, in their order; `packages` of Debian and Ubuntu hold them. Throws an error that says what to install. */
export function foundPrograms<const Names extends readonly string[]>(
  names: Names,
  packages: readonly string[],
): { readonly [Index in keyof Names]: string } {
  const find = () => names.map(onPath);
  let paths = find();
  if (paths.includes(undefined)) {
    console.error(`Installing ${packages.join(' and ')} …`);
    if (apt('update', '-qq')) apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
    paths = find();
  }
  if (paths.includes(undefined))
    throw new Error(
      `${names.join(' and ')}: not found. Install them (Linux only; Debian and Ubuntu: apt-get install ${packages.join(' ')}).`,
    );
  return paths as { readonly [Index in keyof Names]: string };
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
