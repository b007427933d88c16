import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'staff';

/** Files that show no time. They ask for the device's own zone, or format a day of the calendar. */
const others = /use-clock\.ts|SetUpForm\.tsx/;

test('the staff read every time in the restaurant’s time zone', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !others.test(file))
    .map((file) => join(folder, file));
  const bare = files.filter((file) =>
    readFileSync(file, 'utf8')
      .split('new Intl.DateTimeFormat(')
      .slice(1)
      .some((call) => !/timeZone/.test(call.slice(0, call.indexOf(';')))),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(bare).toEqual([]);
});
