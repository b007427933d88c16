import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PhoneAtTable } from './phone-at-table.ts';

/** Too large to be installed with the app (260 MB): fetched when the bench runs. */
const version = '12.8.2';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const timings = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const;

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly numericValue?: number }>
  >;
}

export interface Audit {
  /** 0 to 100, by category. */
  readonly scores: Readonly<Record<(typeof categories)[number], number>>;
  /** ms, and CLS without a unit. */
  readonly timings: Readonly<Record<keyof typeof timings, number>>;
  /** Titles of what cost points outside of performance. */
  readonly failures: readonly string[];
}

/** One run of Lighthouse as it comes, mobile with simulated throttling, on a phone that has nothing of the app. */
export async function audit(phone: PhoneAtTable): Promise<Audit> {
  const [program, ...args] = process.env['LIGHTHOUSE']?.split(' ') ?? [
    'npm', 'exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse',
  ]; // prettier-ignore
  const { stdout } = await promisify(execFile)(
    program!,
    [
      ...args,
      phone.address,
      `--port=${phone.port}`,
      '--disable-storage-reset',
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
    ],
    { maxBuffer: 2 ** 28 },
  );
  const report = JSON.parse(stdout) as Report;
  const of = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
  return {
    scores: of(categories, (name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
    timings: of(
      Object.keys(timings) as (keyof typeof timings)[],
      (name) => report.audits[timings[name]]?.numericValue ?? NaN,
    ),
    failures: Object.entries(report.categories)
      .filter(([name]) => name !== 'performance')
      .flatMap(([, category]) => refsOf(category))
      .map((id) => report.audits[id])
      .flatMap((found) => (found && found.score !== null && found.score < 1 ? [found.title] : [])),
  };
}

function refsOf(category: unknown): string[] {
  const { auditRefs = [] } = category as { auditRefs?: readonly { id: string; weight: number }[] };
  return auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id);
}
