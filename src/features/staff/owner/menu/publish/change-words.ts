import { useTranslation } from 'react-i18next';
import { useLanguage } from '#src/kit/routes/language.ts';
import { countsOf, type Change } from '../draft/changes.ts';

/** "3 prices, 1 new dish" */
export function useCountWords(): (changes: readonly Change[]) => string {
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  return (changes) =>
    new Intl.ListFormat(language, { type: 'unit' }).format(
      countsOf(changes).map(([kind, count]) => t(`change.count.${kind}`, { count })),
    );
}
