import { useEffect, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { colour, cramped, flat, layer, motion, safe } from '#ui/theme/tokens.ts';

interface Props {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** The id of the element, for `useHeadAway`. */
export const headId = 'menu-head';

/**
 * The part above the dishes. `useHeadAway` hides it while the diner scrolls down and shows it on the way up. It never hides
 * while it contains the keyboard's focus.
 */
export function MenuHead({ ref, children }: Props) {
  useEffect(() => {
    const head = ref.current;
    if (!head) return;
    const observer = new ResizeObserver(() => publishHeight(head));
    observer.observe(head);
    return () => observer.disconnect();
  }, [ref]);
  return (
    <Head ref={ref} id={headId}>
      {children}
    </Head>
  );
}

/** How much of the top of the screen the sticky head covers, px. */
export function measureHeight(head: HTMLElement | null): number {
  return head && !isTall(head) ? head.offsetHeight : 0;
}

/** True for large text on a small screen. The head is not sticky then, because the dishes would have no room. */
function isTall(head: HTMLElement): boolean {
  return head.offsetHeight > innerHeight * 0.3;
}

/** Publishes the head's height as a CSS variable, so that a jump to a section ends below the head. */
function publishHeight(head: HTMLElement): void {
  head.toggleAttribute('data-tall', isTall(head));
  head.parentElement?.style.setProperty('--head', `${measureHeight(head)}px`);
}

const Head = styled.div`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  padding-top: ${safe.top};
  background: ${colour('page')};
  border-bottom: thin solid ${colour('line')};
  transition: transform ${motion.calm} ${motion.out};

  &[data-away]:not(:has(:focus-visible)) {
    transform: translateY(calc(-1 * var(--lift)));
  }
  &[data-tall] {
    position: static;
  }
  ${cramped} {
    position: static;
  }
  /* In landscape there is room for only one line. */
  ${flat} {
    display: flex;
    align-items: center;

    > * {
      flex: 1 1 0;
      min-width: 0;
    }
  }
`;
