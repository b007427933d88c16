import { Ticket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { HeaderOnlyLayout } from '#src/kit/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#src/kit/routes/language.ts';
import { usePopups } from '#src/kit/popups/popups.ts';
import { phoneText } from './login/phone.ts';
import { colour, figures, radius, space, type } from '#src/kit/theme/tokens.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { LinkRow, RowList } from '#src/kit/ui/controls/LinkRow.tsx';
import { Text } from '#src/kit/ui/primitives.tsx';

/** The member's card at this restaurant; for a guest, what a membership is for. */
export default function Member() {
  const { t } = useTranslation('member');
  const { merchantId = '', merchant } = useCurrentMerchant();
  const { member, isMember } = useDiner();
  const links = useLinks();
  const popups = usePopups();

  return (
    <HeaderOnlyLayout title={t('card.title')} fallback={links.account(merchantId)}>
      <Card>
        <Text $type="label">{merchant?.shortName}</Text>
        <Name>{isMember ? member?.name || phoneText(member?.phone ?? '') : t('card.notYet')}</Name>
        {isMember && (
          <Facts>
            {member?.memberLevel && <Fact label={t('card.level')} value={member.memberLevel} />}
            {typeof member?.points === 'number' && <Fact label={t('card.points')} value={member.points} />}
            <Fact label={t('card.coupons')} value={member?.availableUserCouponCount ?? 0} />
          </Facts>
        )}
      </Card>
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
      <Value>{value}</Value>
    </div>
  );
}

const Card = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space.sm};
  padding: ${space.xxl};
  color: ${colour('onAccent')};
  background: ${colour('accent')};
  border-radius: ${radius.xl};
`;

const Name = styled.h2`
  ${type.display};
  overflow-wrap: anywhere;
`;

const Facts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.xxl};
  margin-top: ${space.xl};
  ${type.small};
`;

const Value = styled.dd`
  margin: 0;
  ${type.title};
  ${figures};
`;
