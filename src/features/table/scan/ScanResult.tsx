import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { HeaderOnlyLayout } from '#ui/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { useNavigationStateFor } from '#src/navigation/navigation-state.ts';
import { decideNavigation } from '#ui/routes/navigation.ts';
import { parseQrLink } from '#ui/routes/qr-link.ts';
import { colour, radius, space, type } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button, LinkButton } from '#ui/controls/Button.tsx';

/** Shows the scanned text, and a link if the app may open it. */
export default function ScanResult() {
  const { t } = useTranslation('scan');
  const [params] = useSearchParams();
  const links = useLinks();
  const navigate = useNavigate();
  const stateFor = useNavigationStateFor();
  const text = params.get('text') ?? '';
  const link = parseQrLink(text);
  const outcome = text === '' ? undefined : decideNavigation(text, stateFor(text, true));

  return (
    <HeaderOnlyLayout title={t('result.title')} fallback={links.scan()}>
      {text !== '' && <Text>{text}</Text>}
      {link ? (
        <LinkButton wide to={links.qrLanding(link.merchantId, link.qrcodeId)}>
          {t('result.toTable')}
        </LinkButton>
      ) : (
        <Banner tone="warning">
          {t(
            text === '' ? 'result.nothing' : outcome?.kind === 'load' ? 'result.elsewhere' : 'result.foreign',
          )}
        </Banner>
      )}
      <Button
        variant={link ? 'secondary' : 'primary'}
        wide
        onClick={() => void navigate(links.scan(), { replace: true })}
      >
        {t('result.again')}
      </Button>
      {outcome?.kind === 'load' && (
        <Button variant="secondary" wide onClick={() => location.assign(outcome.to)}>
          {t('result.leave')}
        </Button>
      )}
    </HeaderOnlyLayout>
  );
}

const Text = styled.p`
  padding: ${space.lg};
  ${type.body};
  overflow-wrap: anywhere;
  background: ${colour('sunken')};
  border-radius: ${radius.md};
`;
