import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/controls/Link.tsx';
import { styled } from 'styled-components';
import type { Category } from '#contract/calls/merchant.ts';
import { useLinks } from '#ui/routes/language.ts';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { openAtSection } from '../menu/use-scroll-restore.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { Row, Small, Text } from '#ui/primitives.tsx';

/** Links to sections of the menu. */
export function SectionLinks({ label, sections }: { label: string; sections: readonly Category[] }) {
  const { t } = useTranslation('menu');
  const { merchantId } = useOrderPlace();
  const links = useLinks();

  return (
    <nav aria-label={label}>
      <Row as="ul" $gap="sm" $wrap>
        {sections.map(({ id, name, products }) => (
          <Text as="li" $whole key={id}>
            <Pill to={links.order(merchantId)} onClick={() => openAtSection(merchantId, id)}>
              {name}
              <Small as="span" $figures>
                {t('dishes', { count: products.length })}
              </Small>
              <ChevronRight aria-hidden />
            </Pill>
          </Text>
        ))}
      </Row>
    </nav>
  );
}

const Pill = styled(Link)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: ${space.sm};
  min-height: ${size.touch};
  padding-inline: ${space.lg} ${space.md};
  ${type.strong};
  color: ${colour('text')};
  text-decoration: none;
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.round};

  > svg {
    color: ${colour('textMuted')};
  }
`;
