import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, longWords, radius, space, type } from '#ui/theme/tokens.ts';

/** What a guest is allergic to, in inverted colours. */
export function AllergyMark({ allergy }: { readonly allergy: string }) {
  const { t } = useTranslation('staff');
  if (allergy === '') return null;
  return (
    <Mark>
      <TriangleAlert aria-hidden />
      <span>{t('kitchen.allergy', { allergy })}</span>
    </Mark>
  );
}

const Mark = styled.strong`
  display: flex;
  gap: ${space.xs};
  align-items: center;
  width: fit-content;
  padding: ${space.xs} ${space.sm};
  ${type.heading};
  ${longWords};
  color: ${colour('page')};
  background: ${colour('danger')};
  border-radius: ${radius.sm};

  > svg {
    flex: none;
  }
`;
