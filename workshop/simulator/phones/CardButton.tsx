import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, hoverable, radius, size, space, type } from '#src/kit/theme/tokens.ts';

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  readonly icon: LucideIcon;
  readonly text: string;
  /** Whose phone it is for: many buttons say the same. */
  readonly of: string;
}

/** A small button of one phone. */
export function CardButton({ icon: Icon, text, of, ...rest }: Props) {
  const { t } = useTranslation('simulator');
  return (
    <Small type="button" {...rest} aria-label={t('phone.of', { what: text, name: of })}>
      <Icon aria-hidden />
      <span>{text}</span>
    </Small>
  );
}

const Small = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding-inline: ${space.md};
  ${type.label};
  text-align: start;
  color: ${colour('text')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.md};

  &[aria-pressed='true'] {
    background: ${colour('accentSoft')};
    border-color: ${colour('outline')};
  }
  &:disabled {
    color: ${colour('textMuted')};
    cursor: not-allowed;
  }
  ${hoverable} {
    &:hover:not(:disabled, [aria-pressed='true']) {
      background: ${colour('sunken')};
    }
  }
`;
