/** The face of headings is a matter of 18 kB, which a diner who saves data does not load. */
import { afterEach, expect, test, vi } from 'vitest';
import { addBrandFace } from '#src/shell/brand-face.ts';

afterEach(() => vi.unstubAllGlobals());

function addFor(connection: { saveData: boolean } | undefined): string[] {
  const added: { textContent: string }[] = [];
  vi.stubGlobal('navigator', { connection });
  vi.stubGlobal('document', {
    createElement: () => ({ textContent: '' }),
    head: { append: (style: { textContent: string }) => added.push(style) },
  });
  addBrandFace();
  return added.map(({ textContent }) => textContent);
}

test.each([[undefined], [{ saveData: false }]])(
  'it is added, and swapped in once it is there: %o',
  (connection) => {
    const [style] = addFor(connection);
    expect(style).toMatch(/font-family: Fraunces;\s+src: url\(.+\.woff2\)[^}]+font-display: swap;/);
  },
);

test('it is not added for a diner who saves data', () => {
  expect(addFor({ saveData: true })).toEqual([]);
});
