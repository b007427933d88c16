/** The common styles of the rows in the list of records. */
import { css, styled } from 'styled-components';
import { colour, figures, longWords, size, space, type } from '#ui/theme/tokens.ts';

/** `data-ahead` marks a record that comes after the shown moment. */
export const rowLook = css`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${space.none} ${space.md};
  min-height: ${size.touch};
  padding: ${space.sm} ${space.md};
  border-bottom: thin solid ${colour('line')};

  &[data-ahead] {
    background: ${colour('page')};
  }
`;

export const Time = styled.span`
  grid-row: 2;
  ${type.small};
  ${figures};
  color: ${colour('textMuted')};
`;

export const Says = styled.span`
  min-width: 0;
  ${type.small};
  ${longWords};
`;
