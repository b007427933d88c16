import { styled } from 'styled-components';
import { colour, size, space, type, up } from '#src/kit/theme/tokens.ts';

export const Place = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.lg};
`;

export const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space.xs} ${space.lg};
`;

export const Lead = styled.p`
  flex: 1 1 ${size.card};
  color: ${colour('textMuted')};
`;

export const Main = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${space.lg};

  ${up('lg')} {
    grid-template: 'phones event' auto 'phones side' 1fr / minmax(0, 1fr) ${size.sidePanel};
  }
`;

export const Event = styled.div`
  min-width: 0;

  ${up('lg')} {
    grid-area: event;
  }
`;

export const Phones = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.md};

  ${up('lg')} {
    grid-area: phones;
  }
`;

/** Side by side; what has no room is scrolled to. */
export const Row = styled.section`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(${size.phone}, 1fr);
  align-items: start;
  gap: ${space.md};
  overflow-x: auto;
  scroll-snap-type: x proximity;
`;

export const Side = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space.lg};

  ${up('lg')} {
    grid-area: side;
  }
`;

export const Small = styled.p`
  ${type.small};
  color: ${colour('textMuted')};
`;
