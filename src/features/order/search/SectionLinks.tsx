import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Category } from '#contract/merchant.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { colour } from '#src/kit/theme/colour.ts';
import { border, figures, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { openAtSection } from '../menu/kept-scroll.ts';
import { useOrderPlace } from '#src/kit/cart/order-place.ts';

interface Props {
  readonly label: string;
  readonly sections: readonly Category[];
}

/** Sections of the menu, each the way to its place there. */
export function SectionLinks({ label, sections }: Props) {
  const { t } = useTranslation('menu');
  const { merchantId } = useOrderPlace();
  const links = useLinks();

  return (
    <nav aria-label={label}>
      <Row>
        {sections.map(({ id, name, products }) => (
          <li key={id}>
            <Pill to={links.order(merchantId)} onClick={() => openAtSection(merchantId, id)}>
              {name}
              <Count>{t('dishes', { count: products.length })}</Count>
              <ChevronRight aria-hidden />
            </Pill>
          </li>
        ))}
      </Row>
    </nav>
  );
}

const Row = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.sm};
`;

const Pill = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding-inline: ${space.lg} ${space.md};
  ${type.strong};
  color: ${colour('text')};
  text-decoration: none;
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.round};

  &:focus-visible {
    border-radius: ${radius.round};
  }
  > svg {
    color: ${colour('textMuted')};
  }
`;

const Count = styled.span`
  ${type.small};
  ${figures};
  color: ${colour('textMuted')};
`;
