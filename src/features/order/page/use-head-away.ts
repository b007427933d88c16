import { useEffect } from 'react';
import { headId } from '../menu/MenuHead.tsx';

/** Lets the menu's head go while one scrolls down, and come back on the way up. Nobody scrolls before the dishes are there. */
export function useHeadAway(): void {
  useEffect(() => {
    const head = document.getElementById(headId);
    return head ? followScrolling(head) : undefined;
  }, []);
}

/** px; what is less is no direction. */
const jitter = 6;

function followScrolling(head: HTMLElement): () => void {
  let last = scrollY;
  // A jump to a section is no scrolling: it comes to rest below the whole header.
  let byHand = false;
  const handleHand = () => {
    byHand = true;
  };
  const handleEnd = () => {
    byHand = false;
  };
  const handleScroll = () => {
    const gone = scrollY - last;
    if (Math.abs(gone) < jitter) return;
    last = scrollY;
    const isGoing = byHand && gone > 0 && scrollY > head.offsetHeight;
    if (isGoing === head.hasAttribute('data-away')) return;
    // The sections stay where the screen has room for them.
    const bar = innerHeight > innerWidth ? head.querySelector('header')?.offsetHeight : undefined;
    head.style.setProperty('--lift', `${bar ?? head.offsetHeight}px`);
    head.toggleAttribute('data-away', isGoing);
  };
  const quietly = { passive: true };
  addEventListener('touchmove', handleHand, quietly);
  addEventListener('wheel', handleHand, quietly);
  addEventListener('scrollend', handleEnd, quietly);
  // A list within the page that is scrolled ends unheard, in older browsers the page too; a jump begins with a click.
  addEventListener('click', handleEnd, true);
  addEventListener('scroll', handleScroll, quietly);
  return () => {
    removeEventListener('touchmove', handleHand);
    removeEventListener('wheel', handleHand);
    removeEventListener('scrollend', handleEnd);
    removeEventListener('click', handleEnd, true);
    removeEventListener('scroll', handleScroll);
  };
}
