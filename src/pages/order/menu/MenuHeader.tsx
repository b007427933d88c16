import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { useDiner } from '#src/app/diner.ts';
import { useLanguage } from '#src/app/language.ts';
import { pathInLanguage } from '#src/app/routes.ts';
import { colour } from '#src/theme/colour.ts';
import { radius, size, space, type } from '#src/theme/tokens.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { useOrderPlace } from '../order-place.ts';
import { WhoIsHere } from './WhoIsHere.tsx';

/** Where the diner is, who else is here, and the other language. */
export function MenuHeader() {
  const { t } = useTranslation('menu');
  const { merchant } = useOrderPlace();
  const { table } = useDiner();
  const { pathname, search } = useLocation();
  const other = useLanguage() === 'en-US' ? 'zh-TW' : 'en-US';

  return (
    <Bar>
      <Words>
        <Name>{merchant?.shortName ?? <Skeleton />}</Name>
        <Table>{table?.tableName ? t('tableName', { name: table.tableName }) : t('noTable')}</Table>
      </Words>
      <WhoIsHere />
      <Other to={{ pathname: pathInLanguage(pathname, other), search }} replace lang={other} hrefLang={other}>
        <Languages aria-hidden />
        {t('otherLanguage')}
      </Other>
    </Bar>
  );
}

const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.header};
  padding: ${space.sm} ${space.md} ${space.xs} ${space.xl};
`;

const Words = styled.div`
  flex: 1;
  min-width: 0;
`;

const Name = styled.h1`
  ${type.heading};
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  overflow-wrap: break-word;
`;

const Table = styled.p`
  ${type.label};
  color: ${colour('accentText')};
`;

const Other = styled(Link)`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: ${space.xs};
  min-height: ${size.touch};
  padding-inline: ${space.sm};
  ${type.label};
  color: ${colour('text')};
  text-decoration: none;
  border-radius: ${radius.round};
`;
