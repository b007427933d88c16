import { styled } from 'styled-components';
import { roomy, safe, size, space, up } from '#ui/theme/tokens.ts';

/** The dishes, with the cart next to them on a wide screen. */
export const Page = styled.div`
  display: flex;
  justify-content: center;
  gap: ${space.huge};
  max-width: ${size.menuWide};
  margin-inline: auto;

  ${up('lg')} {
    padding-inline: ${space.xl};
  }
  ${roomy} {
    gap: ${space.xxl};
  }
`;

/** Reserves the place of the cart, so that the menu does not move when the cart appears. */
export const PanelRoom = styled.div`
  flex: none;
  width: ${size.sidePanel};

  ${roomy} {
    width: ${size.sidePanelRoomy};
  }
`;

/** The column with the menu's head and the dishes. */
export const MenuMain = styled.main`
  flex: 1;
  min-width: 0;
  max-width: ${size.content};

  ${roomy} {
    max-width: none;
  }
  /* The cart bar must not cover the last dish. */
  padding-bottom: calc(${size.bar} + ${space.giant} + ${safe.bottom});
`;
