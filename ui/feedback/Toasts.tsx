import { useLayoutEffect, useRef } from 'react';
import { resolveValue, useToaster } from 'react-hot-toast/headless';
import { keyframes, styled } from 'styled-components';
import {
  colour,
  cramped,
  layer,
  longWords,
  motion,
  radius,
  safe,
  size,
  space,
  type,
} from '#ui/theme/tokens.ts';

/**
 * The region in which toasts appear. It exists from the start, so that screen readers read each toast. Toasts ignore taps, so
 * controls under them stay usable.
 */
export default function Toasts() {
  const { toasts } = useToaster();
  const region = useRef<HTMLOutputElement>(null);
  const isSaying = toasts.length > 0;
  useLayoutEffect(
    () => (isSaying && region.current ? keepHeadingVisible(region.current) : undefined),
    [isSaying],
  );

  return (
    <Region ref={region} aria-live="polite">
      {/* Adds the style of toasts now. Adding one with the first toast would restyle the whole page at a tap. */}
      <Note hidden />
      {toasts.map((toast) => (
        <Note key={toast.id} style={{ opacity: toast.visible ? 1 : 0 }}>
          {/* The key changes when a visible toast is shown again, so that it is read out again. */}
          <span key={toast.createdAt}>{resolveValue(toast.message, toast)}</span>
        </Note>
      ))}
    </Region>
  );
}

/** Moves the toasts so that they do not cover the heading and the close button of an open layer. Returns a stop function. */
function keepHeadingVisible(said: HTMLElement): () => void {
  const place = () => {
    said.style.removeProperty('top');
    const top = computeToastTop(said.getBoundingClientRect());
    if (top !== undefined) said.style.top = `${top}px`;
  };
  place();
  const observer = new MutationObserver(place);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/** Free space around toasts, px. */
const free = 4;

/** Returns the toasts' `top` in px: above the open layer if they fit, else below its heading. undefined without a layer. */
function computeToastTop({ top, height }: DOMRect): number | undefined {
  const layer = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
  if (!layer) return undefined;
  // The layer's final position. Its animation may still be running.
  const { offsetTop, offsetHeight } = layer as HTMLElement;
  const edge = getComputedStyle(layer).transform === 'none' ? offsetTop : offsetTop - offsetHeight / 2;
  if (edge >= height + free) return Math.min(top, edge - height - free);
  // The layer's code may still be on its way.
  const heading = layer.querySelector('h1, h2');
  if (!heading) return undefined;
  const below = edge + heading.getBoundingClientRect().bottom - layer.getBoundingClientRect().top + free;
  return Math.max(top, below);
}

const enter = keyframes`
  from { opacity: 0; transform: translateY(calc(-1 * ${space.lg})); }
`;

const Region = styled.output`
  position: fixed;
  z-index: ${layer.toast};
  /* Away from the cart bar and a sheet's buttons, and below its close button. */
  inset: calc(${size.toastTop} + ${safe.top}) ${space.lg} auto;
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space.sm};
  pointer-events: none;

  ${cramped} {
    top: calc(${space.sm} + ${safe.top});
  }
`;

const Note = styled.div`
  max-width: min(100%, ${size.centredPanel});
  padding: ${space.md} ${space.xl};
  ${type.strong};
  ${longWords};
  color: ${colour('onToast')};
  background: ${colour('toast')};
  border-radius: ${radius.lg};
  box-shadow: ${colour('shadow')};
  transition: opacity ${motion.calm} ${motion.out};
  animation: ${enter} ${motion.calm} ${motion.out};

  ${cramped} {
    padding: ${space.sm} ${space.md};
    ${type.label};
  }
`;
