/** Each part of the project imports only what it may. */
import { expect, test } from 'vitest';
import { importGraph, type ImportGraph } from './imports.ts';

const parts = [
  'events', 'projections', 'contract', 'sync', 'client', 'ui', 'src', 'staff', 'server', 'locales', 'tools', 'testing', 'dev', 'tests', 'e2e',
] as const; // prettier-ignore
type Part = (typeof parts)[number];

/** What each part may import. The others are for developers and may import everything. */
const mayImport: Readonly<Partial<Record<Part, readonly Part[]>>> = {
  events: [],
  projections: ['events'],
  contract: ['events', 'projections'],
  sync: ['events', 'projections', 'contract'],
  client: ['events', 'projections', 'contract', 'sync'],
  ui: ['events', 'projections', 'contract', 'sync', 'client', 'locales'],
  src: ['events', 'projections', 'contract', 'sync', 'client', 'ui', 'locales'],
  staff: ['events', 'projections', 'contract', 'sync', 'client', 'ui', 'locales'],
  server: ['events', 'projections', 'contract', 'locales'],
  tools: ['events', 'projections', 'contract', 'sync', 'server', 'locales'],
  locales: ['contract'],
};

const project = importGraph(parts);
const getPart = (file: string) => file.split('/', 1)[0] as Part;

/** The imports that break a rule, one `file → file` each. */
function listForbidden(graph: ImportGraph, isForbidden: (from: string, to: string) => boolean): string[] {
  return [...graph].flatMap(([from, imports]) =>
    [...imports].filter((to) => isForbidden(from, to)).map((to) => `${from} → ${to}`),
  );
}

test('each part imports only what it may', () => {
  const isViolation = (from: string, to: string) =>
    getPart(from) !== getPart(to) && mayImport[getPart(from)]?.includes(getPart(to)) === false;
  expect(listForbidden(project, isViolation)).toEqual([]);
  expect(isViolation('src/shell/main.tsx', 'staff/main.tsx')).toBe(true);
  expect(project.get('dev/two-phones/Phone.tsx')).toContain('ui/dish/DishLine.tsx');
});

test('a feature imports no other feature, what features share imports none, and only the shell imports the shell', () => {
  const findFeature = (file: string) => /^src\/(?:shell|features\/[^/]+)\//.exec(file)?.[0];
  const isViolation = (from: string, to: string) =>
    from.startsWith('src/') &&
    findFeature(from) !== 'src/shell/' &&
    findFeature(to) !== undefined &&
    findFeature(from) !== findFeature(to);
  expect(listForbidden(project, isViolation)).toEqual([]);
  expect(isViolation('src/features/home/Home.tsx', 'src/features/coupons/CouponPage.tsx')).toBe(true);
});
