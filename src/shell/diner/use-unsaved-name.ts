import { useEffect } from 'react';
import { hasUnsavedName } from '#src/kit/diner/unsaved-name.ts';
import { useDinerState } from '#src/kit/diner/use-diner-state.ts';
import { keepSavingName } from './save-unsaved-name.ts';

/** A name that the server could not be told yet goes on being told. */
export function useUnsavedName(): void {
  useDinerState();
  const isUnsaved = hasUnsavedName();

  useEffect(() => {
    if (!isUnsaved) return;
    let left = false;
    void keepSavingName(() => left);
    return () => {
      left = true;
    };
  }, [isUnsaved]);
}
