import { useTranslation } from 'react-i18next';
import { usePresence } from '#src/cart/hooks.ts';
import { useDinerName } from '#src/diner/diner.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { useLanguage } from '#ui/routes/language.ts';

/** The sentence names at most this many diners, so that it stays a sentence. */
const mostNamed = 3;

/** Names the other diners who are changing something at this moment, because the order may wait for them. */
export function StillChoosing({ changing }: { changing: ReadonlySet<string> }) {
  const { t } = useTranslation(['cart', 'order']);
  const language = useLanguage();
  const nameOf = useDinerName();
  const names = usePresence()
    .filter(({ userId, here }) => here && changing.has(userId))
    .map(({ userName }) => nameOf({ mine: false, userName }));
  if (names.length === 0) return null;
  const rest = names.length - mostNamed;
  const listed = rest > 1 ? [...names.slice(0, mostNamed), t('order:news.more', { count: rest })] : names;
  return (
    <Banner tone="info">
      {t('preview.choosing', { count: names.length, names: new Intl.ListFormat(language).format(listed) })}
    </Banner>
  );
}
