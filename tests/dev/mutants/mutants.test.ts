import { existsSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { areas } from '#dev/mutants/all.ts';
import { occurrences, withFault, type Mutant } from '#dev/mutants/mutant.ts';

const mutants = Object.values(areas).flat();
const texts = new Map(mutants.map(({ file }) => [file, readFileSync(file, 'utf8')]));
const named = ({ rule, fault }: Mutant) => `${rule}: ${fault}`;

describe('the faults that the tests are tried on', () => {
  test('each applies to exactly one place of the code', () => {
    const misplaced = mutants.filter((mutant) => occurrences(mutant, texts.get(mutant.file)!) !== 1);
    expect(misplaced.map(named)).toEqual([]);
  });

  test('each changes the code into other code that can still be read', () => {
    for (const mutant of mutants) {
      const broken = withFault(mutant, texts.get(mutant.file)!);
      expect(broken, named(mutant)).not.toBe(texts.get(mutant.file));
      const lang = mutant.file.endsWith('x') ? 'tsx' : 'ts';
      expect(() => parseAst(broken, { lang }), named(mutant)).not.toThrow();
    }
  });

  test('each names tests that are there', () => {
    const missing = mutants.flatMap(({ tests }) => tests).filter((path) => !isTest(path));
    expect(missing).toEqual([]);
  });

  test('none is listed twice', () => {
    const places = mutants.map(({ file, code, broken }) => JSON.stringify([file, code, broken]));
    expect(new Set(places).size).toBe(mutants.length);
    expect(new Set(mutants.map(named)).size).toBe(mutants.length);
  });
});

function isTest(path: string): boolean {
  return /^tests\/.+\.test\.tsx?$/.test(path) && existsSync(path);
}
