import { LogOut, ReceiptText, Ticket, UserRound, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useDiner } from '#src/diner/diner.ts';
import { HeaderOnlyLayout } from '#ui/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { getBackState } from '#ui/routes/navigation.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { TextSizeChoice, ThemeChoice } from '#ui/page/AppearanceChoices.tsx';
import { usePopups } from '#src/popups/popups.ts';
import { ReportSlot } from '#ui/page/MessagePage.tsx';
import { type } from '#ui/theme/tokens.ts';
import { legalPages } from './login/legal-pages.ts';
import { formatFullPhone } from './phone-text.ts';
import { RemoveAccount } from './RemoveAccount.tsx';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { LinkRow, RowList } from '#ui/controls/LinkRow.tsx';
import { Box, Row, Stack, Text, VisuallyHidden } from '#ui/primitives.tsx';

/** The diner's name, links to their orders, coupons and profile, and the app's settings. */
export default function Account() {
  const { t } = useTranslation('member');
  const { merchantId = '' } = useCurrentMerchant();
  const { member, isMember, table, logOut } = useDiner();
  const popups = usePopups();
  const links = useLinks();
  const navigate = useNavigate();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const name = member?.name.trim() || t(isMember ? 'account.member' : 'account.guest');

  const handleLogOut = async () => {
    setLoggingOut(true);
    const state = getBackState(links, table);
    await logOut();
    void navigate(links.login(merchantId), { replace: true, state });
  };

  return (
    <HeaderOnlyLayout title={t('account.title')} fallback={links.order(merchantId)}>
      <Row $gap="lg" $align="center" $wrap>
        <Avatar userId={member?.id ?? ''} name={name} size="lg" />
        <Box $grow="readable">
          <Name>{name}</Name>
          <Text $colour="textMuted">
            {isMember ? formatFullPhone(member?.phone ?? '') : t('account.guestText')}
          </Text>
        </Box>
      </Row>
      {!isMember && (
        <Button wide onClick={() => void popups.askLogin()}>
          {t('account.logIn')}
        </Button>
      )}
      <RowList aria-label={t('account.yours')}>
        <LinkRow to={links.orderList(merchantId)} icon={<ReceiptText aria-hidden />}>
          {t('account.orders')}
        </LinkRow>
        <LinkRow
          to={links.couponAvailable(merchantId)}
          icon={<Ticket aria-hidden />}
          value={isMember ? member?.availableUserCouponCount : undefined}
        >
          {t('account.coupons')}
        </LinkRow>
        <LinkRow to={links.member(merchantId)} icon={<WalletCards aria-hidden />}>
          {t('account.membership')}
        </LinkRow>
        <LinkRow to={links.profile(merchantId)} icon={<UserRound aria-hidden />}>
          {t('account.profile')}
        </LinkRow>
      </RowList>
      <Stack as="section" $gap="xl">
        <Row $gap="md" $align="center" $justify="space-between" $wrap>
          <Text as="span" $type="label">
            {t('account.language')}
          </Text>
          <LanguageSwitch />
        </Row>
        <ThemeChoice />
        <TextSizeChoice />
      </Stack>
      <ReportSlot />
      {isMember && (
        <Button variant="quiet" busy={isLoggingOut} onClick={() => void handleLogOut()}>
          <LogOut aria-hidden />
          {t('account.logOut')}
        </Button>
      )}
      {isMember && <RemoveAccount phone={formatFullPhone(member?.phone ?? '')} onRemoved={handleLogOut} />}
      <Text $centred>
        <a href={legalPages.privacy} target="_blank" rel="noreferrer">
          {t('account.privacy')}
          <VisuallyHidden> {t('account.newWindow')}</VisuallyHidden>
        </a>
      </Text>
    </HeaderOnlyLayout>
  );
}

const Name = styled.h2`
  ${type.title};
  overflow-wrap: anywhere;
`;
