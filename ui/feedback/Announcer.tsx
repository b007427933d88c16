import { VisuallyHidden } from '../primitives.tsx';
import { useValue, createValue } from '#client/values/value.ts';

/**
 * Where it is said to screen readers what others see: one polite region that is there from the start. It names its
 * politeness, because a dialog hides from them what lies outside it, save what does.
 */
export function Announcer() {
  const last = useValue(said);
  return (
    <VisuallyHidden as="div" role="log" aria-live="polite">
      {last.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </VisuallyHidden>
  );
}

interface Said {
  readonly id: number;
  readonly text: string;
}

/** ms after which it has been read out, and is no longer come upon by who explores the page. */
const standsFor = 7_000;

let lastId = 0;
/** The last things that were said, oldest first. */
const said = createValue<readonly Said[]>([]);

/** Says to screen readers what others see happen; the same words twice are said twice. */
export function announce(text: string): void {
  lastId += 1;
  const id = lastId;
  said.next([...said.value, { id, text }]);
  setTimeout(() => said.next(said.value.filter((each) => each.id !== id)), standsFor);
}
