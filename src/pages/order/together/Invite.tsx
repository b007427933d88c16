import { Copy, Share2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { encode } from 'uqr';
import { useDiner } from '#src/app/diner.ts';
import { linksFor } from '#src/app/routes.ts';
import { defaultLanguage } from '#contract/headers.ts';
import { colour } from '#src/theme/colour.ts';
import { border, radius, size, space, type } from '#src/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { shareText, sharingWay } from '#src/ui/share.ts';
import { showToast } from '#src/ui/show-toast.ts';
import { useOrderPlace } from '../order-place.ts';

/** The way to this table for somebody else: the same code that lies on it, and its link. */
export function Invite() {
  const { t } = useTranslation('together');
  const { table } = useDiner();
  const { merchant, merchantId } = useOrderPlace();
  const way = sharingWay();
  // In no language, like the code on the table: the other phone brings its own.
  const path = table && linksFor(defaultLanguage).qrLanding(merchantId, table.qrcodeId);
  const address = path === undefined ? undefined : location.origin + path;
  const code = useMemo(() => (address === undefined ? undefined : pathOf(address)), [address]);
  if (address === undefined || code === undefined) return null;

  const handleShare = async () => {
    const outcome = await shareText(t('invite.message', { place: merchant?.shortName ?? '' }), address);
    if (outcome === 'copied') showToast(t('invite.copied'));
    if (outcome === 'failed') showToast(t('invite.failed'));
  };

  return (
    <section aria-labelledby="invite">
      <Title id="invite">{t('invite.title')}</Title>
      <Card>
        <Code viewBox={`0 0 ${code.size} ${code.size}`}>
          <title>{t('invite.code')}</title>
          <path d={code.path} />
        </Code>
        <Words>
          <p>{t('invite.text')}</p>
          {way && (
            <Button variant="secondary" onClick={() => void handleShare()}>
              {way === 'share' ? <Share2 aria-hidden /> : <Copy aria-hidden />}
              {t(way === 'share' ? 'invite.share' : 'invite.copy')}
            </Button>
          )}
        </Words>
      </Card>
    </section>
  );
}

/** The dark modules as one path, a unit each, with the quiet zone that readers need. */
function pathOf(address: string): { path: string; size: number } {
  const { data, size: modules } = encode(address, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { path, size: modules };
}

const Title = styled.h3`
  padding-bottom: ${space.sm};
  ${type.heading};
`;

const Card = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.lg};
  padding: ${space.lg};
  background: ${colour('page')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};
`;

/** Dark on light in both themes: many cameras read nothing else. */
const Code = styled.svg`
  flex: none;
  width: ${size.inviteCode};
  aspect-ratio: 1;
  fill: ${colour('codeDark')};
  background: ${colour('codeLight')};
  border-radius: ${radius.sm};
  shape-rendering: crispEdges;
`;

const Words = styled.div`
  flex: 1 1 ${size.inviteCode};
  display: grid;
  justify-items: start;
  gap: ${space.md};
`;
