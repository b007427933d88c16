import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useLinks } from '#ui/routes/language.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { Turntable } from '#ui/page/MessagePage.tsx';
import { Column } from '#ui/Column.tsx';
import { LinkButton } from '#ui/controls/Button.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';

/** The app's front page. Leads to the QR scanner, or back to the restaurant of the last visit. */
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
