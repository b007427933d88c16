import { nameLanguage } from '#ui/i18n/language-name.ts';
import { languageCodes } from '#contract/http/headers.ts';
import { ALargeSmall, CircleUserRound, Languages, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { useDiner } from '#src/diner/diner.ts';
import { useLanguage, useLinks } from '#ui/routes/language.ts';
import { translatePath } from '#ui/routes/routes.ts';
import { cramped, longWords, size, space, type } from '#ui/theme/tokens.ts';
import { Avatar } from '#ui/diners/Avatar.tsx';
import { IconButton, IconLink } from '#ui/controls/IconButton.tsx';
import { useTappedPart } from '#src/popups/lazy-popup.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { TableButton } from '../together/TableButton.tsx';
import { isTableNumber } from '#ui/text/is-table-number.ts';

/** The id of the element into which `HeaderChips` renders its chip. */
export const chipsId = 'chips';

/**
 * True for a name that is too long for one line next to the buttons on a phone. Characters of other scripts are up to
 * three times as wide as Latin letters.
 */
function isLong(name: string): boolean {
  return name.replaceAll(/[^\0-\u024f]/g, '---').length > 14;
}

const loadLook = () => import('./LookSheet.tsx');

/** The restaurant, the table, and the buttons for company, account, search, language and text size. */
export function MenuHeader({ onOpenTable }: { onOpenTable(): void }) {
  const { t } = useTranslation(['menu', 'common']);
  const { merchant, merchantId } = useOrderPlace();
  const { table, member } = useDiner();
  const { pathname, search } = useLocation();
  const links = useLinks();
  const place = merchant?.shortName;
  const tableName = table?.tableId && (table.tableName || table.tableId);
  const { Popup: LookSheet, isOpen, open, close } = useTappedPart(loadLook);
  // The one before in the list, or the last: taps lead through all languages.
  const other = languageCodes.at(languageCodes.indexOf(useLanguage()) - 1)!;

  return (
    <Bar>
      <IconLink to={links.account(merchantId)} label={t('account')}>
        {member?.firstName ? (
          <Avatar userId={member.id} name={member.firstName} />
        ) : (
          <CircleUserRound aria-hidden />
        )}
      </IconLink>
      <Words>
        <Name title={place} $long={isLong(place ?? '')}>
          {place ?? <Skeleton />}
        </Name>
        <Table>
          {!tableName
            ? t('noTable')
            : isTableNumber(tableName)
              ? t('tableName', { name: tableName })
              : tableName}
        </Table>
        <div id={chipsId} />
      </Words>
      <TableButton onOpen={onOpenTable} />
      <IconLink
        to={{ pathname: translatePath(pathname, other), search }}
        replace
        lang={other}
        label={nameLanguage(other)}
      >
        <Languages aria-hidden />
      </IconLink>
      <IconButton label={t('look')} aria-haspopup="dialog" onClick={open}>
        <ALargeSmall aria-hidden />
      </IconButton>
      <IconLink to={links.search(merchantId)} label={t('search.open')}>
        <Search aria-hidden />
      </IconLink>
      {LookSheet && <LookSheet open={isOpen} onClose={close} />}
    </Bar>
  );
}

const Bar = styled.header`
  container-type: inline-size;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  row-gap: ${space.sm};
  min-height: ${size.header};
  padding: ${space.sm} ${space.sm} ${space.xs};

  /* Next to large text there is no room for the buttons, so they move to a line of their own. */
  @container (max-width: ${size.headerFull}) {
    > :is(a, button) {
      width: ${size.headerButton};
      height: ${size.headerButton};
      margin-inline: auto;
    }
  }
`;

const Words = styled.div`
  flex: 1 1 ${size.headerWords};
  min-width: 0;
  padding-inline: ${space.sm} ${space.xs};

  @container (max-width: ${size.headerFull}) {
    flex-basis: 100%;
    order: -1;
  }
`;

const twoLines = css`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  ${type.nameplate};
  ${longWords};
  white-space: normal;

  @container (max-width: ${size.headerThreeLines}) {
    -webkit-line-clamp: 3;
  }
`;

const Name = styled.h1<{ $long: boolean }>`
  ${type.heading};
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  @container (max-width: ${size.headerOneLine}) {
    ${({ $long }) => $long && twoLines}
  }
  /* Enlarged text is shown in full. */
  ${cramped} {
    white-space: normal;
  }
`;

const Table = styled.p`
  ${type.label};
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
