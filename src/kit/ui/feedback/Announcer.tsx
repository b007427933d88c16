import { useAnnounced } from './announce.ts';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';

/**
 * Where it is said to screen readers what others see: one polite region that is there from the start. It names its
 * politeness, because a dialog hides from them what lies outside it, save what does.
 */
export function Announcer() {
  const said = useAnnounced();
  return (
    <VisuallyHidden as="div" role="log" aria-live="polite">
      {said.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </VisuallyHidden>
  );
}
