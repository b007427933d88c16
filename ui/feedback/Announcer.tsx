import { VisuallyHidden } from '../primitives.tsx';
import { useValue, createValue } from '#client/values/value.ts';

/**
 * The live region for screen readers. It exists from the start, because a region that appears with its text may not be read.
 * `aria-live` is set explicitly: an open dialog hides everything outside it from screen readers except such regions.
 */
export function Announcer() {
  const last = useValue(announcements);
  return (
    <VisuallyHidden as="div" role="log" aria-live="polite">
      {last.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </VisuallyHidden>
  );
}

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** An announcement is removed after so many ms. It has been read out, and must not be found while exploring the page. */
const removeAfterMs = 7_000;

let lastId = 0;
/** Recent announcements, oldest first. */
const announcements = createValue<readonly Announcement[]>([]);

/** Announces a text to screen readers. The same text may be announced twice. */
export function announce(text: string): void {
  lastId += 1;
  const id = lastId;
  announcements.next([...announcements.value, { id, text }]);
  const remove = () => announcements.next(announcements.value.filter((each) => each.id !== id));
  setTimeout(remove, removeAfterMs);
}
