/** Both apps: no circle of imports, and each folder imports only what it may. */
import { expect, test } from 'vitest';
import { between, importGraph, rings, type ImportGraph } from './imports.ts';

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
const apps = importGraph(['client', 'ui', 'src', 'staff']);
const partOf = (file: string) => file.split('/', 1)[0] as Part;

/** `src/features/home` of `src/features/home/Home.tsx`; files of a part itself are a folder, too. */
function folderOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  if (folders[0] === 'staff') return 'staff';
  return folders.slice(0, folders[1] === 'features' || folders[1] === 'shell' ? 3 : 2).join('/');
}

/** The imports that break a rule, one `file → file` each. */
function forbidden(graph: ImportGraph, isForbidden: (from: string, to: string) => boolean): string[] {
  return [...graph].flatMap(([from, imports]) =>
    [...imports].filter((to) => isForbidden(from, to)).map((to) => `${from} → ${to}`),
  );
}

test('each part imports only what it may', () => {
  // The entry of both apps loads one of them.
  const breaks = (from: string, to: string) =>
    from !== 'src/shell/main.tsx' &&
    partOf(from) !== partOf(to) &&
    mayImport[partOf(from)]?.includes(partOf(to)) === false;
  expect(forbidden(project, breaks)).toEqual([]);
  expect(breaks('src/shell/App.tsx', 'staff/StaffApp.tsx')).toBe(true);
  expect(project.get('dev/two-phones/Phone.tsx')).toContain('ui/dish/DishLine.tsx');
});

test('no circle of files in the apps', () => {
  expect(apps.size).toBeGreaterThan(500);
  expect(rings(apps)).toEqual([]);
});

test('no circle of folders in the apps', () => {
  const folders = between(apps, folderOf);
  expect(folders.size).toBeGreaterThan(50);
  expect(rings(folders)).toEqual([]);
});

test('a feature imports no other feature, what features share imports none, and only the shell imports the shell', () => {
  const isOf = (file: string, part: string) => file.startsWith(`src/${part}/`);
  const breaks = (from: string, to: string) =>
    folderOf(from) !== folderOf(to) &&
    from.startsWith('src/') &&
    !isOf(from, 'shell') &&
    (isOf(to, 'shell') || isOf(to, 'features'));
  expect(forbidden(apps, breaks)).toEqual([]);
  expect(breaks('src/features/home/Home.tsx', 'src/features/coupons/CouponPage.tsx')).toBe(true);
});
