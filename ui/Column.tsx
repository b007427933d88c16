import { styled } from 'styled-components';
import { colour, cramped, safe, size, space } from '#ui/theme/tokens.ts';

/** The frame of a page that is read from top to bottom: one column, in the middle of a wide screen. */
export const Column = styled.main<{ $footed?: boolean; $wide?: boolean | undefined }>`
  display: flex;
  flex-direction: column;
  gap: ${space.xxl};
  min-height: 100dvh;
  max-width: ${({ $wide }) => ($wide ? size.wide : size.centredPanel)};
  margin-inline: auto;
  padding: calc(${space.lg} + ${safe.top}) ${space.xl}
    ${({ $footed }) => ($footed ? '0' : `calc(${space.giant} + ${safe.bottom})`)};

  ${cramped} {
    padding-inline: ${space.md};
  }
`;

/** What stays in sight at the end of a column that is `$footed`. */
export const ColumnFoot = styled.div`
  position: sticky;
  bottom: 0;
  margin-top: auto;
  padding-block: ${space.md} calc(${space.lg} + ${safe.bottom});
  background: ${colour('page')};
`;
