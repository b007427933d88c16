import { useTranslation } from 'react-i18next';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Box, Text } from '#ui/primitives.tsx';
import { useReachable } from './calls/reach.ts';

/** A note at the top of every page while the server cannot be reached. */
export function OfflineNote() {
  const { t } = useTranslation('staff');
  if (useReachable()) return null;
  return (
    <Box $below="lg">
      <Banner tone="danger">
        <Text as="h2" $type="strong">
          {t('offline.title')}
        </Text>
        <p>{t('offline.text')}</p>
      </Banner>
    </Box>
  );
}
