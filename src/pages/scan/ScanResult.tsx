import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { HeaderOnlyLayout } from '#src/app/HeaderOnlyLayout.tsx';
import { useLinks } from '#src/app/language.ts';
import { useNavigationStateFor } from '#src/app/navigation-state.ts';
import { decideNavigation } from '#src/app/navigation.ts';
import { parseQrLink } from '#src/app/qr-link.ts';
import { colour } from '#src/theme/colour.ts';
import { radius, space, type } from '#src/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';

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
