import { useEffect, useEffectEvent } from 'react';

/** The action of each key, by `KeyboardEvent.key`; with `Shift+` before it if Shift is pressed. */
export type KeyMap = Readonly<Record<string, () => void>>;

const fields = 'input:not([type="range"]), textarea, select, [contenteditable], dialog, [role="dialog"]';

/** Listens for keys on the whole page, but not in fields. A focused button keeps Space and Enter for itself. */
export function useKeys(keys: KeyMap, isOn: boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest(fields)) return;
    const isButton = target?.closest('button, summary, a, label') !== null && target !== undefined;
    if (isButton && (event.key === ' ' || event.key === 'Enter')) return;
    // The browser moves the scrubber itself.
    if (target?.matches('input[type="range"]') && /^(Arrow|Home|End)/.test(event.key) && !event.shiftKey)
      return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = keys[event.shiftKey ? `Shift+${key}` : key] ?? (event.key === '?' ? keys['?'] : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
