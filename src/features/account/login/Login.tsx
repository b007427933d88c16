import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate, parsePath, useLocation, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { getPageEntry } from '#ui/navigation/back-layer.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useDiner } from '#src/diner/diner.ts';
import { endedVisit } from '#src/diner/ended-visit.ts';
import { useLinks } from '#ui/routes/language.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { LoginForm } from './LoginForm.tsx';
import { safe, size, space } from '#ui/theme/tokens.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Text } from '#ui/primitives.tsx';

/** The login as a page. Afterwards the diner returns to the page that asked for it, else to the merchant's home. */
export default function Login() {
  const { t } = useTranslation(['account', 'common']);
  const { merchantId, merchant, settings } = useCurrentMerchant();
  const { isMember } = useDiner();
  const links = useLinks();
  const navigate = useNavigate();
  const cameFrom = (getPageEntry(useLocation()).state as { from?: string } | null)?.from;

  if (merchantId === undefined) return <Navigate to={links.notFound()} replace />;
  // A diner who was at a table may return to it as a guest.
  const table =
    cameFrom && matchRoute(parsePath(cameFrom).pathname ?? '')?.name === 'qrLanding' ? cameFrom : undefined;
  const home = links.merchantHome(merchantId);
  if (isMember) return <Navigate to={cameFrom ?? home} replace />;

  return (
    <Main>
      <Bar>
        <IconButton label={t('common:back')} onClick={() => void navigate(home)}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <Text as="h1" $grow $type="heading">
          {t('login.title')}
        </Text>
        <LanguageSwitch />
      </Bar>
      {endedVisit.value && <Banner tone="info">{t('login.isOver')}</Banner>}
      <LoginForm
        merchantId={merchantId}
        merchant={merchant}
        onDone={() => void navigate(cameFrom ?? home, { replace: true })}
        onSkip={
          merchant && settings.guestMode ? () => void navigate(table ?? links.order(merchantId)) : undefined
        }
      />
    </Main>
  );
}

const Main = styled.main`
  max-width: ${size.centredPanel};
  margin-inline: auto;
  padding: calc(${space.sm} + ${safe.top}) ${space.xl} calc(${space.giant} + ${safe.bottom});
`;

const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  margin-inline-start: calc(-1 * ${space.md});
  margin-bottom: ${space.lg};
`;
