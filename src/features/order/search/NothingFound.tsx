import { useTranslation } from 'react-i18next';
import { useLinks } from '#src/kit/routes/language.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { LinkButton } from '#src/kit/ui/controls/LinkButton.tsx';
import { clearFilter } from '../filter/dish-filter.ts';
import { useSuitable } from '../filter/use-suitable.ts';
import { useOrderPlace } from '#src/kit/cart/order-place.ts';
import { Stack, Text } from '#src/kit/ui/primitives.tsx';
import { SectionLinks } from './SectionLinks.tsx';

interface Props {
  /** Dishes that were found and that the diner's filter hides. */
  readonly hidden: number;
}

/** Ways on where no dish stands: without the filter that hides what was found, or through the menu. */
export function NothingFound({ hidden }: Props) {
  const { t } = useTranslation('menu');
  const { merchantId } = useOrderPlace();
  const { sections } = useSuitable();
  const links = useLinks();

  return (
    <Stack $gap="lg" $align="flex-start" $below="xl">
      <Text $colour="textMuted">
        {hidden > 0 ? t('filter.hidden', { count: hidden }) : t('search.noneText')}
      </Text>
      {hidden > 0 && <Button onClick={clearFilter}>{t('filter.clear')}</Button>}
      {sections.length > 0 && <SectionLinks label={t('categories')} sections={sections} />}
      <LinkButton variant={hidden > 0 ? 'secondary' : 'primary'} to={links.order(merchantId)}>
        {t('search.wholeMenu')}
      </LinkButton>
    </Stack>
  );
}
