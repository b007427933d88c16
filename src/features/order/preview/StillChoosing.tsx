import { useTranslation } from 'react-i18next';
import { useLanguage } from '#src/kit/routes/language.ts';
import { usePresence } from '#src/kit/cart/hooks.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { useDinerName } from '#src/kit/diner/diner-name.ts';

/** Says who else is here and changing something just now: the order may wait for them. */
export function StillChoosing({ changing }: { changing: ReadonlySet<string> }) {
  const { t } = useTranslation('cart');
  const language = useLanguage();
  const nameOf = useDinerName();
  const names = usePresence()
    .filter(({ userId, here }) => here && changing.has(userId))
    .map(({ userName }) => nameOf({ mine: false, userName }));
  if (names.length === 0) return null;
  return (
    <Banner tone="info">
      {t('preview.choosing', { count: names.length, names: new Intl.ListFormat(language).format(names) })}
    </Banner>
  );
}
