import { Ticket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useDiner } from '#src/diner/diner.ts';
import { HeaderOnlyLayout } from '#ui/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { usePopups } from '#src/popups/popups.ts';
import { formatFullPhone } from './phone-text.ts';
import { type } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { LinkRow, RowList } from '#ui/controls/LinkRow.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';

/** The membership card at this restaurant. Guests see the benefits of a membership. */
export default function Member() {
  const { t } = useTranslation('member');
  const { merchantId = '', merchant } = useCurrentMerchant();
  const { member, isMember } = useDiner();
  const links = useLinks();
  const popups = usePopups();

  return (
    <HeaderOnlyLayout title={t('card.title')} fallback={links.account(merchantId)}>
      <Stack as="section" $gap="sm" $pad="xxl" $colour="onAccent" $ground="accent" $radius="xl">
        <Text $type="label">{merchant?.shortName}</Text>
        <Name>{isMember ? member?.name || formatFullPhone(member?.phone ?? '') : t('card.notYet')}</Name>
        {isMember && (
          <Row as="dl" $gap="xxl" $wrap $marginTop="xl" $type="small">
            {member?.memberLevel && <Fact label={t('card.level')} value={member.memberLevel} />}
            {typeof member?.points === 'number' && <Fact label={t('card.points')} value={member.points} />}
            <Fact label={t('card.coupons')} value={member?.availableUserCouponCount ?? 0} />
          </Row>
        )}
      </Stack>
      {isMember ? (
        <>
          {member?.birthday === null && (
            <Banner tone="warning">
              <p>{t('card.incomplete')}</p>
              <Button variant="quiet" onClick={() => void popups.askProfile()}>
                {t('card.complete')}
              </Button>
            </Banner>
          )}
          <RowList aria-label={t('card.coupons')}>
            <LinkRow
              to={links.couponAvailable(merchantId)}
              icon={<Ticket aria-hidden />}
              value={member?.availableUserCouponCount}
            >
              {t('account.coupons')}
            </LinkRow>
          </RowList>
        </>
      ) : (
        <>
          <p>{t('card.why')}</p>
          <Button wide onClick={() => void popups.askLogin()}>
            {t('card.join')}
          </Button>
        </>
      )}
    </HeaderOnlyLayout>
  );
}

function Fact({ label, value }: { label: string; value: string | number }) {
  return (
    <div>
      <dt>{label}</dt>
      <Text as="dd" $type="title" $figures>
        {value}
      </Text>
    </div>
  );
}

const Name = styled.h2`
  ${type.display};
  overflow-wrap: anywhere;
`;
