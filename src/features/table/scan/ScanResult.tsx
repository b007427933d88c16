import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { HeaderOnlyLayout } from '#src/kit/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#src/kit/routes/language.ts';
import { useNavigationStateFor } from '#src/kit/navigation/navigation-state.ts';
import { decideNavigation } from '#src/kit/routes/navigation.ts';
import { parseQrLink } from '#src/kit/routes/qr-link.ts';
import { colour, radius, space, type } from '#src/kit/theme/tokens.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Button, LinkButton } from '#src/kit/ui/controls/Button.tsx';

/** D10: what was scanned, and where it leads. */
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
      {outcome?.kind === 'load' && (
        <Button wide onClick={() => location.assign(outcome.to)}>
          {t('result.leave')}
        </Button>
      )}
      <Button variant="secondary" wide onClick={() => void navigate(links.scan(), { replace: true })}>
        {t('result.again')}
      </Button>
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
