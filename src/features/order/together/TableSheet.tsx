import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCartEngine, useMissed, useOrderPlace } from '#src/cart/hooks.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { CallStaff } from '#src/help/CallStaff.tsx';
import { Feed } from './activity/Feed.tsx';
import { styled } from 'styled-components';
import { size, space, type, wholeWords } from '#ui/theme/tokens.ts';
import { Avatar, DinerName } from '#ui/diners/Avatar.tsx';
import { useDishCount, useSeats } from './seats.ts';
import { useDiner } from '#src/diner/diner.ts';
import { createLinks } from '#ui/routes/routes.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import { QrCode } from '#ui/sharing/QrCode.tsx';
import { ShareButton } from '#ui/sharing/ShareButton.tsx';

/** Shows the diners at the table, the latest activities, and a code with which others can join. */
export default function TableSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('together');
  const engine = useCartEngine();
  const missed = useMissed();
  const [freshSince, setFreshSince] = useState<number>();
  // News stays marked while the sheet is open. It counts as seen when the sheet closes.
  if (open && missed.changes > 0 && freshSince === undefined) setFreshSince(missed.since);

  const handleClose = () => {
    engine?.markMissedSeen();
    setFreshSince(undefined);
    onClose();
  };

  return (
    <Sheet open={open} onClose={handleClose} title={t('title')} height="tall">
      <Stack $gap="xxl">
        <CallStaff />
        <People />
        <Invite />
        <Feed open={open} freshSince={freshSince} />
      </Stack>
    </Sheet>
  );
}

function People() {
  const { t } = useTranslation('together');
  const seats = useSeats();
  const countDishes = useDishCount();
  return (
    <section aria-labelledby="people">
      <Text as="h3" $below="sm" $type="heading" id="people">
        {t('people')}
      </Text>
      <ul>
        {seats.map((seat) => {
          const dishes = countDishes(seat.lines);
          return (
            <Row as="li" $gap="md" $lineGap="xs" $align="center" $wrap $minHeight="control" key={seat.userId}>
              <Avatar userId={seat.userId} name={seat.name} away={!seat.here} />
              <Name>
                <DinerName name={seat.name} mine={seat.mine} />
                {dishes > 0 && (
                  <Small as="span" $block>
                    {t('dishes', { count: dishes })}
                  </Small>
                )}
              </Name>
              <Small as="span">{t(seat.here ? 'here' : 'away')}</Small>
            </Row>
          );
        })}
      </ul>
    </section>
  );
}

const Name = styled.span`
  flex: 1 1 ${size.fewWords};
  ${type.strong};
  ${wholeWords};
`;

/** Invites somebody to the table: the QR code that is on the table, and its link. */
function Invite() {
  const { t } = useTranslation('together');
  const { table } = useDiner();
  const { merchant, merchantId } = useOrderPlace();
  // The link has no language, like the code on the table. The other phone uses its own.
  const path = table && createLinks(defaultLanguage).qrLanding(merchantId, table.qrcodeId);
  const address = path === undefined ? undefined : location.origin + path;
  if (address === undefined) return null;

  return (
    <section aria-labelledby="invite">
      <Text as="h3" $below="sm" $type="heading" id="invite">
        {t('invite.title')}
      </Text>
      <Row $gap="lg" $align="center" $wrap $pad="lg" $ground="page" $line="line" $radius="lg">
        <QrCode text={address} label={t('invite.code')} />
        <Words>
          <p>{t('invite.text')}</p>
          <Send
            text={() => t('invite.message', { place: merchant?.shortName ?? '' })}
            url={address}
            words={{
              share: t('invite.share'),
              copy: t('invite.copy'),
              copied: t('invite.copied'),
              failed: t('invite.failed'),
            }}
          />
        </Words>
      </Row>
    </section>
  );
}

/** Narrow enough for its words to fit on one line next to the code. */
const Send = styled(ShareButton)`
  padding-inline: ${space.lg};
`;

const Words = styled.div`
  flex: 1 1 ${size.inviteCode};
  display: grid;
  justify-items: start;
  gap: ${space.md};
`;
