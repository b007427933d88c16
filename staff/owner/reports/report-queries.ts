import { hashKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getNumbers } from '#contract/calls/numbers.ts';
import { request } from '#client/api/call/request.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { countDays, listMonths, type Days } from './figures/spans.ts';

/** How many of the requested days are counted. */
interface Progress {
  readonly done: number;
  readonly all: number;
}

/**
 * Reads the sales figures of some days, or of today. More than a month is first read month by month, so that the
 * server counts it in small parts.
 */
export function useNumbers(days: Days | undefined) {
  const language = useLanguage();
  const [progress, setProgress] = useState<Progress>();
  const query = useQuery({
    queryKey: ['staff', 'numbers', days, language],
    queryFn: async ({ signal }) => {
      const months = listMonths(days ?? {});
      const all = months.reduce((sum, month) => sum + countDays(month), 0);
      let done = 0;
      setProgress(undefined);
      for (const month of months) {
        await request(getNumbers, { query: month, language, signal });
        done += countDays(month);
        setProgress({ done, all });
      }
      return await request(getNumbers, { query: { ...days }, language, signal });
    },
    // Keeps the figures while the language changes, but not if other days are chosen.
    placeholderData: (before, query) =>
      hashKey([query?.queryKey[2]]) === hashKey([days]) ? before : undefined,
    enabled: days !== undefined,
  });
  return { ...query, progress: query.isPending ? progress : undefined };
}
