import { useTranslation } from 'react-i18next';
import { MessagePage } from '#src/kit/page/MessagePage.tsx';

/** Shown while a page's chunk is on its way. */
export function LoadingPage() {
  const { t } = useTranslation();
  return <MessagePage title={t('loading')} turning />;
}
