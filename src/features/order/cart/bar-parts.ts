/** The parts of the bar at the bottom of the menu. */
import { css, styled } from 'styled-components';
import { colour, cramped, motion, radius, size, space, type } from '#ui/theme/tokens.ts';

/** The layout for large text. */
const tight = css`
  flex-wrap: wrap;
  justify-content: center;
  row-gap: ${space.none};
  padding: ${space.xs} ${space.lg};
  border-radius: ${radius.xl};

  /* The words next to the ring say the same. */
  > :first-child {
    display: none;
  }
  > :nth-child(2) {
    justify-items: center;
    text-align: center;
  }
  > :nth-child(3) {
    justify-content: center;
  }
`;

/** The shape of the bar. The first of its children is a picture, the second are the words. */
export const barStyle = css`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  width: 100%;
  max-width: ${size.content};
  min-height: min(${size.bar}, 16dvh);
  padding: ${space.sm} ${space.lg} ${space.sm} ${space.sm};
  text-align: start;
  border-radius: ${radius.round};
  box-shadow: ${colour('shadow')};
  transition: transform ${motion.quick} ${motion.out};

  ${cramped} {
    ${tight}
  }
  @container (max-width: ${size.barLabel}) {
    > svg:last-child {
      display: none;
    }
  }
  @container (max-width: ${size.barFull}) {
    ${tight}
  }
  &:active {
    transform: scale(0.98);
  }
`;

export const BarWords = styled.span`
  flex: 1 1 0;
  min-width: min-content;
  display: grid;

  /* Next to the way to the payment, only screen readers get the label. The ring shows the same number. */
  @container (max-width: ${size.barLabel}) {
    > :first-child:not(:last-child) {
      position: absolute;
      opacity: 0;
    }
  }
`;

/** It is one line high, so that the arrow wraps out of sight on a narrow phone. */
export const BarAction = styled.span`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  min-width: min-content;
  column-gap: ${space.xs};
  ${type.button};
  height: 1lh;
  overflow: hidden;
  white-space: nowrap;
`;
