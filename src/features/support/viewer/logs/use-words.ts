import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { replayWords, type Words } from '#projections/replay/replay-words.ts';
import type { TableOfLogs } from './table-of-logs.ts';

/** The texts of a replay, in the language of the page. */
export function useWords({ nameOf, label }: Pick<TableOfLogs, 'nameOf' | 'label'>): Words {
  const { t } = useTranslation('support');
  return useMemo(() => replayWords(t, nameOf, label), [t, nameOf, label]);
}
