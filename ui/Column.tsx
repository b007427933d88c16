import { styled } from 'styled-components';
import { colour, cramped, safe, size, space } from '#ui/theme/tokens.ts';

/** The frame of a page: one column, centred on a wide screen. With `$footed` a `ColumnFoot` replaces its lower padding. */
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

/** The end of a `$footed` column. It stays visible while the page scrolls. */
export const ColumnFoot = styled.div`
  position: sticky;
  bottom: 0;
  margin-top: auto;
  padding-block: ${space.md} calc(${space.lg} + ${safe.bottom});
  background: ${colour('page')};

  ${cramped} {
    position: static;
  }
`;
