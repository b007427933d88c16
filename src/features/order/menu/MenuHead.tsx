import { useEffect, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { colour, cramped, flat, layer, motion, safe } from '#ui/theme/tokens.ts';

interface Props {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** Of its element. */
export const headId = 'menu-head';

/**
 * What stands above the dishes: goes while one scrolls down, comes back on the way up (`useHeadAway`), and never hides what
 * has the keyboard's focus.
 */
export function MenuHead({ ref, children }: Props) {
  useEffect(() => {
    const head = ref.current;
    if (!head) return;
    const observer = new ResizeObserver(() => fit(head));
    observer.observe(head);
    return () => observer.disconnect();
  }, [ref]);
  return (
    <Head ref={ref} id={headId}>
      {children}
    </Head>
  );
}

/** px of the screen's top that it covers while it stands. */
export function heightOf(head: HTMLElement | null): number {
  return head && !isTall(head) ? head.offsetHeight : 0;
}

/** Large text on a small screen: it scrolls away with the dishes, for which there were no room else. */
function isTall(head: HTMLElement): boolean {
  return head.offsetHeight > innerHeight * 0.3;
}

/** The sections below it know where they are to come to rest. */
function fit(head: HTMLElement): void {
  head.toggleAttribute('data-tall', isTall(head));
  head.parentElement?.style.setProperty('--head', `${heightOf(head)}px`);
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
  /* One line instead of two. */
  ${flat} {
    display: flex;
    align-items: center;

    > * {
      flex: 1 1 0;
      min-width: 0;
    }
  }
`;
