import { useEffect, useEffectEvent } from 'react';

/** What a key does, by the key's name; with Shift by `Shift+` and the name. */
export type KeyMap = Readonly<Record<string, () => void>>;

const fields = 'input:not([type="range"]), textarea, select, [contenteditable], dialog, [role="dialog"]';

/** Keys that work anywhere on the page but in a field; a focused button keeps Space for itself. */
export function useKeys(keys: KeyMap, isOn: boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (target?.closest(fields)) return;
    const isButton = target?.closest('button, summary, a, label') !== null && target !== undefined;
    if (isButton && (event.key === ' ' || event.key === 'Enter')) return;
    // The scrubber moves by itself.
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
