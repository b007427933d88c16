import { hashKey, useQuery } from '@tanstack/react-query';
import { getNumbers } from '#contract/calls/numbers.ts';
import { request } from '#src/kit/api/call/client.ts';
import { useLanguage } from '#src/kit/routes/language.ts';

export interface Days {
  readonly from?: string;
  readonly to?: string;
}

/** The figures of some days; without days of today, as it is until now. */
export function useNumbers(days: Days | undefined) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['staff', 'numbers', days, language],
    queryFn: () => request(getNumbers, { query: { ...days }, language }),
    // In another language; other days' figures are not these.
    placeholderData: (before, query) =>
      hashKey([query?.queryKey[2]]) === hashKey([days]) ? before : undefined,
    enabled: days !== undefined,
  });
}
