import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { LanguageSwitch } from '#src/kit/page/LanguageSwitch.tsx';
import { Turntable } from '#src/kit/page/MessagePage.tsx';
import { Column } from '#src/kit/ui/Column.tsx';
import { LinkButton } from '#src/kit/ui/controls/Button.tsx';
import { Row, Stack, Text } from '#src/kit/ui/primitives.tsx';

/** The app's own front page: to a table, or back to the restaurant of the last visit. */
export default function Home() {
  const { t } = useTranslation(['scan', 'common']);
  const { merchantId, merchant } = useCurrentMerchant();
  const links = useLinks();

  return (
    <Column>
      <Row as="header" $justify="flex-end">
        <LanguageSwitch />
      </Row>
      <Stack $gap="lg" $align="center" $justify="center" $grow $centred $balance $colour="textMuted">
        <Turntable />
        <Text as="h1" $type="display" $colour="text">
          {t('common:appName')}
        </Text>
        <p>{t('home.text')}</p>
      </Stack>
      <Stack $gap="sm">
        <LinkButton wide to={links.scan()}>
          <QrCode aria-hidden />
          {t('home.scan')}
        </LinkButton>
        {merchantId !== undefined && merchant && (
          <LinkButton variant="secondary" wide to={links.merchantHome(merchantId)}>
            {t('home.backTo', { merchant: merchant.shortName })}
          </LinkButton>
        )}
      </Stack>
    </Column>
  );
}
