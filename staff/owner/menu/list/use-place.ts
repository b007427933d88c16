import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

const views = ['history', 'files', 'texts'] as const;
/** A view in place of the menu. */
export type View = (typeof views)[number];

/** The open entry. It is part of the address, so that Back works. */
export interface Place {
  readonly dish?: string | undefined;
  readonly section?: string | undefined;
  readonly view?: View | undefined;
  /** The language whose first empty field has the focus. */
  readonly language?: string | undefined;
}

export function usePlace(): readonly [Place, (place: Place) => void] {
  const [params, setParams] = useSearchParams();
  const go = useCallback(
    (place: Place) => {
      const entries = Object.entries(place).filter(([, value]) => value !== undefined);
      setParams(Object.fromEntries(entries), { preventScrollReset: true });
    },
    [setParams],
  );
  const place: Place = {
    dish: params.get('dish') ?? undefined,
    section: params.get('section') ?? undefined,
    language: params.get('language') ?? undefined,
    view: views.find((view) => view === params.get('view')),
  };
  return [place, go];
}
