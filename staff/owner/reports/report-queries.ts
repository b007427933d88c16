import { hashKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getNumbers } from '#contract/calls/numbers.ts';
import { request } from '#client/api/call/client.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { daysIn, monthsIn, type Days } from './figures/spans.ts';

/** How many of the days that were asked for are counted. */
interface Progress {
  readonly done: number;
  readonly all: number;
}

/** The figures of some days; without days of today, as it is until now. Those of more than a month come month by month first, for
 * the server may never have counted them. */
export function useNumbers(days: Days | undefined) {
  const language = useLanguage();
  const [progress, setProgress] = useState<Progress>();
  const query = useQuery({
    queryKey: ['staff', 'numbers', days, language],
    queryFn: async ({ signal }) => {
      const months = monthsIn(days ?? {});
      const all = months.reduce((sum, month) => sum + daysIn(month), 0);
      let done = 0;
      setProgress(undefined);
      for (const month of months) {
        await request(getNumbers, { query: month, language, signal });
        done += daysIn(month);
        setProgress({ done, all });
      }
      return await request(getNumbers, { query: { ...days }, language, signal });
    },
    // In another language; other days' figures are not these.
    placeholderData: (before, query) =>
      hashKey([query?.queryKey[2]]) === hashKey([days]) ? before : undefined,
    enabled: days !== undefined,
  });
  return { ...query, progress: query.isPending ? progress : undefined };
}
