import { useTranslation } from 'react-i18next';
import { countsOf, type Change } from '../draft/changes.ts';

/** "3 prices, 1 new dish" */
export function useCountWords(): (changes: readonly Change[]) => string {
  const { t } = useTranslation('ownerMenu');
  // A list of units has nothing between them in Chinese.
  return (changes) =>
    countsOf(changes)
      .map(([kind, count]) => t(`change.count.${kind}`, { count }))
      .join(t('options.comma'));
}
