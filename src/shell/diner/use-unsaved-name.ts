import { useEffect } from 'react';
import { hasUnsavedName } from '#src/kit/diner/unsaved-name.ts';
import { firstPageStands } from '#src/kit/navigation/first-page.ts';
import { patientImport } from './patient-import.ts';
import { useDinerState } from '#src/kit/diner/use-diner-state.ts';

const loadSaving = () => import('./save-unsaved-name.ts');

/** Tells the server the name that a diner gave while it could not be reached. */
export function useUnsavedName(): void {
  useDinerState();
  const isUnsaved = hasUnsavedName();

  useEffect(() => {
    if (!isUnsaved) return;
    let left = false;
    const save = async () => {
      await firstPageStands();
      const code = await patientImport(loadSaving, () => left);
      await code?.keepSavingName(() => left);
    };
    void save();
    return () => {
      left = true;
    };
  }, [isUnsaved]);
}
