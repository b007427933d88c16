import { useTranslation } from 'react-i18next';
import { filterSize } from '#projections/menu-filter.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { useDishFilter } from './dish-filter.ts';

/** Before the options of a dish: nobody declares what is in them, so the filter can't know. */
export function OptionsCaution() {
  const { t } = useTranslation('menu');
  return filterSize(useDishFilter()) > 0 && <Banner tone="warning">{t('filter.options')}</Banner>;
}
