/** The first load of the menu: what it weighs against the libraries alone, what Lighthouse says, the visit after it. */
import { initialCode, totalOf } from '#workshop/built/initial-code.ts';
import { startTableServer } from '../../../e2e/support/table-server.ts';
import { median } from '../load/measures.ts';
import type { Table } from '../table.ts';
import { libraryFloor } from './library-floor.ts';
import { audit, type Audit } from './lighthouse.ts';
import { phoneAtTable } from './phone-at-table.ts';
import { readableTable } from './readable.ts';
import { firstVisit, offlineVisit } from './visits.ts';

const runs = 5;
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** Needs a build in `dist`. */
export async function run(): Promise<readonly Table[]> {
  const floor = await libraryFloor();
  const [built = []] = initialCode('dist').values();
  const server = await startTableServer();
  const phone = await phoneAtTable(server.url);
  try {
    const visit = await firstVisit(phone);
    const audits: Audit[] = [];
    for (let count = 0; count < runs; count += 1) {
      await phone.forget();
      audits.push(await audit(phone));
    }
    const readable = await readableTable(phone);
    const offline = await offlineVisit(phone);
    return [
      {
        title: 'JavaScript until the menu with its data is shown, to a phone that has nothing',
        head: ['', 'kB gzip', 'files', 'against the libraries alone'],
        rows: [
          ['the settled libraries alone, in one file', kilobytes(floor), '1', '1.00'],
          [
            'named by the build',
            kilobytes(totalOf(built)),
            String(built.length),
            ratio(totalOf(built), floor),
          ],
          ['asked for by the browser', kilobytes(visit.gzip), String(visit.files), ratio(visit.gzip, floor)],
        ],
        notes: [
          'Libraries: react, react-dom, react-router, i18next, styled-components, TanStack Query, RxJS, zod/mini.',
          `Calls of the API until then: ${visit.calls}; merchant and menu come with the page.`,
          `A second visit without a network shows the menu after ${offline} ms (the first, with one: ${visit.menuAfter.toFixed(0)} ms).`,
        ],
      },
      readable,
      lighthouseTable(audits),
    ];
  } finally {
    await phone.close();
    await server.stop();
  }
}

function lighthouseTable(audits: readonly Audit[]): Table {
  const row = (name: string, of: (audit: Audit) => number, digits = 0) => {
    const values = audits.map(of);
    return [name, median(values).toFixed(digits), values.map((each) => each.toFixed(digits)).join(', ')];
  };
  const failures = [...new Set(audits.flatMap((each) => each.failures))];
  return {
    title:
      'Lighthouse, mobile with its simulated network and a processor four times slower; the menu of a table',
    head: ['', 'median', 'each run'],
    rows: [
      row('performance', ({ scores }) => scores.performance),
      row('accessibility', ({ scores }) => scores.accessibility),
      row('best practices', ({ scores }) => scores['best-practices']),
      row('SEO', ({ scores }) => scores.seo),
      row('first paint (FCP), ms', ({ timings }) => timings.FCP),
      row('largest paint (LCP), ms', ({ timings }) => timings.LCP),
      row('blocked (TBT), ms', ({ timings }) => timings.TBT),
      row('layout shift (CLS)', ({ timings }) => timings.CLS, 3),
    ],
    notes: [
      failures.length > 0
        ? `What costs points elsewhere: ${failures.join('; ')}.`
        : 'Nothing costs points elsewhere.',
      'TBT counts what others do on the machine, too, four times.',
    ],
  };
}

function ratio(value: number, of: number): string {
  return (value / of).toFixed(2);
}
