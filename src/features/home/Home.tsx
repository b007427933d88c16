import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { LanguageSwitch } from '#src/kit/page/LanguageSwitch.tsx';
import { Turntable } from '#src/kit/page/Turntable.tsx';
import { colour } from '#src/kit/theme/colour.ts';
import { space, type } from '#src/kit/theme/tokens.ts';
import { Column } from '#src/kit/ui/Column.tsx';
import { LinkButton } from '#src/kit/ui/controls/LinkButton.tsx';

/** The app's own front page: to a table, or back to the restaurant of the last visit. */
export default function Home() {
  const { t } = useTranslation(['scan', 'common']);
  const { merchantId, merchant } = useCurrentMerchant();
  const links = useLinks();

  return (
    <Column>
      <Top>
        <LanguageSwitch />
      </Top>
      <Middle>
        <Turntable />
        <Title>{t('common:appName')}</Title>
        <p>{t('home.text')}</p>
      </Middle>
      <Actions>
        <LinkButton wide to={links.scan()}>
          <QrCode aria-hidden />
          {t('home.scan')}
        </LinkButton>
        {merchantId !== undefined && merchant && (
          <LinkButton variant="secondary" wide to={links.merchantHome(merchantId)}>
            {t('home.backTo', { merchant: merchant.shortName })}
          </LinkButton>
        )}
      </Actions>
    </Column>
  );
}

const Top = styled.header`
  display: flex;
  justify-content: flex-end;
`;

const Middle = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space.lg};
  text-align: center;
  text-wrap: balance;
  color: ${colour('textMuted')};
`;

const Title = styled.h1`
  ${type.display};
  color: ${colour('text')};
`;

const Actions = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space.sm};
`;
