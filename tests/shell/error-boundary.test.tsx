import { afterAll, expect, test, vi } from 'vitest';
import { stubPage } from '../client/api/test-storage.ts';

afterAll(() => vi.unstubAllGlobals());

// CH2, CH5
test('the error page closes when the address changes, and only then', async () => {
  stubPage();
  const { Boundary } = await import('#src/shell/errors/ErrorBoundary.tsx');
  const start = Boundary.getDerivedStateFromProps({ path: '/a' }, { failed: false });
  const broken = { ...start, ...Boundary.getDerivedStateFromError(new Error('chunk')) };
  expect(broken).toMatchObject({ failed: true });
  expect(Boundary.getDerivedStateFromProps({ path: '/a' }, broken)).toBeNull();
  expect(Boundary.getDerivedStateFromProps({ path: '/b' }, broken)).toEqual({
    path: '/b',
    failed: false,
    error: undefined,
  });
});
