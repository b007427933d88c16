import { styled } from 'styled-components';
import { roomy, safe, size, space, up } from '#ui/theme/tokens.ts';

/** Dishes, and beside them the cart where there is room. */
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

/** The cart's place: the menu stands still when it comes. */
export const PanelRoom = styled.div`
  flex: none;
  width: ${size.sidePanel};

  ${roomy} {
    width: ${size.sidePanelRoomy};
  }
`;

/** The dishes and the head above them. */
export const MenuMain = styled.main`
  flex: 1;
  min-width: 0;
  max-width: ${size.content};

  ${roomy} {
    max-width: none;
  }
  /* Room for the cart bar under the last dish. */
  padding-bottom: calc(${size.bar} + ${space.giant} + ${safe.bottom});
`;
