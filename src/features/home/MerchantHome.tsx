import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useTableActiveOrder } from '#client/api/queries/diner-queries.ts';
import { useMerchantHome } from '#client/api/queries/merchant-queries.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { findTableAt, useDiner } from '#src/diner/diner.ts';
import { useLanguage, useLinks } from '#ui/routes/language.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { MessagePage } from '#ui/page/MessagePage.tsx';
import { colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Button, LinkButton } from '#ui/controls/Button.tsx';
import { Column } from '#ui/Column.tsx';
import { Picture } from '#ui/Picture.tsx';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { useReopenedTable } from './use-reopened-table.ts';

/** The restaurant's front page: name, categories of the menu, and links to menu, own order and QR scanner. */
export default function MerchantHome() {
  const { t } = useTranslation(['table', 'common']);
  const { merchantId, merchant, failure, retry } = useCurrentMerchant();
  const links = useLinks();
  const failureText = useFailureText();
  useReopenedTable(merchantId);
  const here = findTableAt(merchantId, useDiner());
  const activeOrder = useTableActiveOrder(here).data;
  const menu = useMerchantHome(merchantId ?? '', useLanguage(), merchant !== undefined).data?.categories;

  if (failure !== undefined)
    return (
      <MessagePage
        title={failureText(failure)}
        failed
        actions={
          <Button wide onClick={retry}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  if (merchantId === undefined || !merchant) return <MessagePage title={t('common:loading')} turning />;
  return (
    <Column>
      <Row as="header" $justify="flex-end">
        <LanguageSwitch />
      </Row>
      <Stack $gap="md" $align="center" $justify="center" $grow $centred $balance $colour="textMuted">
        <Logo src={merchant.img} alt="" />
        <Text as="h1" $type="display" $colour="text">
          {t('home.welcome', { merchant: merchant.shortName })}
        </Text>
        <p>{merchant.desc}</p>
        {menu && (
          <OnTheMenu>
            {menu.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </OnTheMenu>
        )}
      </Stack>
      <Stack $gap="sm">
        {here && (
          <Text $colour="textMuted" $centred>
            {t('home.atTable', { name: here.tableName })}
          </Text>
        )}
        <LinkButton wide to={links.order(merchantId)}>
          {t('home.order')}
        </LinkButton>
        {here && activeOrder && (
          <LinkButton variant="secondary" wide to={links.orderDetail(merchantId, activeOrder.id)}>
            {t('home.yourOrder')}
          </LinkButton>
        )}
      </Stack>
      {!here && (
        <Scan>
          <QrCode aria-hidden />
          <div>
            <Text as="h2" $type="strong" $colour="text">
              {t('home.scanTitle')}
            </Text>
            <p>{t('home.scanText')}</p>
            <ScanLink variant="quiet" to={links.scan()}>
              {t('orderType.scan')}
            </ScanLink>
          </div>
        </Scan>
      )}
    </Column>
  );
}

const Logo = styled(Picture)`
  width: ${size.plate};
  height: ${size.plate};
  object-fit: cover;
  background: ${colour('plate')};
  border-radius: ${radius.xl};
`;

const OnTheMenu = styled.ul`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  column-gap: ${space.xs};
  ${type.small};

  > li:not(:last-child)::after {
    content: ' ·';
  }
`;

/** Its words begin where the text above begins. */
const ScanLink = styled(LinkButton)`
  padding-inline: ${space.none};
`;

const Scan = styled.section`
  display: flex;
  gap: ${space.lg};
  padding: ${space.lg};
  ${type.small};
  color: ${colour('textMuted')};
  background: ${colour('sunken')};
  border-radius: ${radius.lg};

  > svg {
    width: ${size.step};
    height: ${size.step};
    color: ${colour('accentText')};
  }
`;
