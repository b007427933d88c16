import { Copy, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useDiner } from '#src/kit/diner/diner.ts';
import { linksFor } from '#src/kit/routes/routes.ts';
import { defaultLanguage } from '#contract/headers.ts';
import { size, space } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { QrCode } from '#src/kit/ui/sharing/QrCode.tsx';
import { shareText, sharingWay } from '#src/kit/ui/sharing/share.ts';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';
import { useOrderPlace } from '#src/kit/cart/order-place.ts';
import { Row, Text } from '#src/kit/ui/primitives.tsx';

/** The way to this table for somebody else: the same code that lies on it, and its link. */
export function Invite() {
  const { t } = useTranslation('together');
  const { table } = useDiner();
  const { merchant, merchantId } = useOrderPlace();
  const way = sharingWay();
  // In no language, like the code on the table: the other phone brings its own.
  const path = table && linksFor(defaultLanguage).qrLanding(merchantId, table.qrcodeId);
  const address = path === undefined ? undefined : location.origin + path;
  if (address === undefined) return null;

  const handleShare = async () => {
    const outcome = await shareText(t('invite.message', { place: merchant?.shortName ?? '' }), address);
    if (outcome === 'copied') showToast(t('invite.copied'));
    if (outcome === 'failed') showToast(t('invite.failed'));
  };

  return (
    <section aria-labelledby="invite">
      <Text as="h3" $below="sm" $type="heading" id="invite">
        {t('invite.title')}
      </Text>
      <Row $gap="lg" $align="center" $wrap $pad="lg" $ground="page" $line="line" $radius="lg">
        <QrCode text={address} label={t('invite.code')} />
        <Words>
          <p>{t('invite.text')}</p>
          {way && (
            <Send variant="secondary" onClick={() => void handleShare()}>
              {way === 'share' ? <Share2 aria-hidden /> : <Copy aria-hidden />}
              {t(way === 'share' ? 'invite.share' : 'invite.copy')}
            </Send>
          )}
        </Words>
      </Row>
    </section>
  );
}

/** Narrow enough for its words to stand on one line beside the code. */
const Send = styled(Button)`
  padding-inline: ${space.lg};
`;

const Words = styled.div`
  flex: 1 1 ${size.inviteCode};
  display: grid;
  justify-items: start;
  gap: ${space.md};
`;
