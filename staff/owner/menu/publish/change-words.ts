import { useTranslation } from 'react-i18next';
import { countChanges, type Change } from '../draft/changes.ts';

/** Summarizes changes, for example "3 prices, 1 new dish". */
export function useCountWords(): (changes: readonly Change[]) => string {
  const { t } = useTranslation('ownerMenu');
  // In Chinese, a list of type "unit" has no separators.
  return (changes) =>
    countChanges(changes)
      .map(([kind, count]) => t(`change.count.${kind}`, { count }))
      .join(t('options.comma'));
}
