/** What comes from others: the same bytes everywhere, under licences that fit, without programs of their own (D40). */
import { describe, expect, test } from 'vitest';
import { readProject, type LockEntry, type LockFile } from '#tools/build/lock-file.ts';
import { believed, readAudit } from '#workshop/supply/known-holes.ts';
import { licenceFaults } from '#workshop/supply/licence-faults.ts';
import { lockFaults } from '#workshop/supply/lock-faults.ts';

const { own, lock } = readProject('.');

/** The lock file of today with one entry that is different, or new. */
function withEntry(path: string, change: LockEntry): LockFile {
  return { ...lock, packages: { ...lock.packages, [path]: { ...lock.packages[path], ...change } } };
}
const zod = 'node_modules/zod';

describe('D40: the lock file', () => {
  const faultsWith = (change: LockEntry, path = zod) => lockFaults(own, withEntry(path, change));

  test('is strict, and says what package.json says', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(300);
    expect(lockFaults(own, lock)).toEqual([]);
  });

  test.each<[string, LockEntry, string]>([
    ['without integrity', { integrity: undefined }, 'has no integrity with sha512'],
    ['with a weak integrity', { integrity: 'sha1-1bUe' }, 'has no integrity with sha512'],
    [
      'out of git',
      { resolved: 'git+ssh://git@example.com/zod.git#1' },
      'comes from elsewhere than the registry',
    ],
    ['out of a folder', { resolved: '../zod', link: true }, 'comes from elsewhere than the registry'],
    [
      'of a host by name',
      { resolved: 'https://example.com/zod.tgz' },
      'comes from elsewhere than the registry',
    ],
    ['with a script', { hasInstallScript: true }, 'runs a script when it is installed'],
  ])('a package %s is named', (_, change, fault) => {
    expect(faultsWith(change)).toEqual([`package-lock.json: ${zod}: ${fault}`]);
  });

  test('who may run a script is known by the last name of the path', () => {
    const script = { ...lock.packages['node_modules/esbuild']!, hasInstallScript: true };
    expect(faultsWith(script, `${zod}/node_modules/esbuild`)).toEqual([]);
    expect(faultsWith(script, 'node_modules/esbuild/node_modules/other')).toEqual([
      'package-lock.json: node_modules/esbuild/node_modules/other: runs a script when it is installed',
    ]);
  });

  test.each(['^4.6.7', '~4.6.7', '4', '*', 'latest', 'git+https://example.com/zod.git', 'file:../zod'])(
    'version %s is named, wherever it stands',
    (version) => {
      const asked = { ...own, dependencies: { ...own.dependencies, zod: version } };
      expect(lockFaults(asked, lock)).toContain(
        `package.json: dependencies: zod: ${version} is no exact version`,
      );
      expect(lockFaults({ ...own, overrides: { zod: version } }, lock)).toEqual([
        `package.json: overrides: zod: ${version} is no exact version`,
      ]);
    },
  );

  test('another version than package.json asks for is named, and another name, and another kind of file', () => {
    expect(faultsWith({ version: '4.6.6' })).toEqual([
      `package-lock.json: ${zod} is not ${own.dependencies!['zod']}`,
    ]);
    expect(lockFaults({ ...own, name: 'other' }, lock)).toEqual([
      'package-lock.json: name is not what package.json says',
    ]);
    const more = { ...own, devDependencies: { ...own.devDependencies, 'left-pad': '1.3.0' } };
    expect(lockFaults(more, lock)).toEqual([
      'package-lock.json: devDependencies is not what package.json says',
      'package-lock.json: node_modules/left-pad is not 1.3.0',
    ]);
    expect(lockFaults(own, { ...lock, lockfileVersion: 2 })).toEqual([
      'package-lock.json: lockfileVersion 2, not 3',
    ]);
  });
});

describe('D40: licences', () => {
  const faultsWith = (license: string | undefined, path = zod, dev?: boolean) =>
    licenceFaults({ ...lock, packages: { [path]: { ...lock.packages[path], license, dev } } });

  test('all are allowed', () => expect(licenceFaults(lock)).toEqual([]));

  test.each([
    'GPL-3.0-only', 'GPL-2.0-or-later', 'AGPL-3.0-only', 'LGPL-3.0-or-later', 'MPL-2.0', 'CC-BY-3.0',
    'MIT AND GPL-3.0-only', '(MIT OR ISC) AND GPL-2.0-only', 'MIT WITH Classpath-exception-2.0',
    'SEE LICENSE IN LICENSE.txt', 'UNLICENSED', 'Custom', '',
  ])('%s is named where it runs', (license) => {
    expect(faultsWith(license)).toEqual([`${zod}: ${license} is not allowed`]);
  }); // prettier-ignore

  test.each(['MIT OR GPL-3.0-only', '(Apache-2.0 AND (MIT OR AGPL-3.0-only))', 'BSD-2-Clause', '0BSD'])(
    '%s is fine',
    (license) => expect(faultsWith(license)).toEqual([]),
  );

  test('a package without one is named', () => {
    expect(faultsWith(undefined)).toEqual([`${zod}: has no licence`]);
  });

  test('some are fine for development alone, and one for the pictures of the server', () => {
    expect(faultsWith('MPL-2.0', zod, true)).toEqual([]);
    expect(faultsWith('GPL-3.0-only', zod, true)).toEqual([`${zod}: GPL-3.0-only is not allowed`]);
    expect(faultsWith('LGPL-3.0-or-later', zod, true)).toEqual([`${zod}: LGPL-3.0-or-later is not allowed`]);
    const picture = 'node_modules/@img/sharp-libvips-linux-x64';
    expect(faultsWith('LGPL-3.0-or-later', picture)).toEqual([]);
    expect(faultsWith('GPL-3.0-only', picture)).toEqual([`${picture}: GPL-3.0-only is not allowed`]);
  });
});

describe('D40: known holes', () => {
  const advisory = {
    title: 'Prototype pollution',
    url: 'https://example.com/1',
    severity: 'high',
    range: '<2',
  };
  const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });
  const hole = (severity: string, via: unknown[]) => ({ severity, range: '<2.0.0', via });

  test('severe ones are told from others, with package, severity and advisory', () => {
    const text = report({
      a: hole('high', [advisory]),
      b: hole('critical', ['a']),
      c: hole('moderate', [advisory]),
      d: hole('low', ['c']),
    });
    expect(readAudit(text)).toEqual({
      isAnswered: true,
      serious: [
        'high: a <2.0.0: Prototype pollution (https://example.com/1)',
        'critical: b <2.0.0: through a',
      ],
      others: ['moderate: c <2.0.0: Prototype pollution (https://example.com/1)', 'low: d <2.0.0: through c'],
    });
    expect(readAudit(report({}))).toEqual({ isAnswered: true, serious: [], others: [] });
  });

  test.each([
    ['{"statusCode":404,"message":"404 Not Found - POST https://example.com/"}', '(404)'],
    ['{"message":"request to https://example.com failed, reason: connect ECONNREFUSED"}', '(ECONNREFUSED)'],
    ['{"message":"no word"}', 'no report'],
    ['<html>', 'no report'],
    ['', 'no report'],
    ['{}', 'no report'],
    ['{"auditReportVersion":1,"vulnerabilities":{}}', 'no report'],
    ['{"auditReportVersion":2,"vulnerabilities":{"a":{}}}', 'no report'],
  ])('%s is no answer', (text, reason) => {
    expect(readAudit(text)).toEqual({ isAnswered: false, reason: expect.stringContaining(reason) });
    expect(JSON.stringify(readAudit(text))).not.toContain('example.com');
  });

  test('who finds nothing in a package that is known for a hole is not believed', () => {
    const clean = readAudit(report({}));
    const found = readAudit(report({ minimist: hole('critical', [advisory]) }));
    const silent = readAudit('');
    expect(believed(clean, () => clean)).toEqual({
      isAnswered: false,
      reason: 'the registry keeps no list of them',
    });
    expect(believed(silent, () => clean)).toBe(silent);
    expect(believed(found, () => clean)).toBe(clean);
  });
});
