import { dinerState } from '#client/api/diner-state.ts';
import { hasUnsavedName } from '#src/diner/unsaved-name.ts';
import { saveNameWithRetries } from './save-unsaved-name.ts';

/** A name that the server could not be told yet goes on being told, as long as the page stands. */
export function watchUnsavedName(): void {
  let wasUnsaved = false;
  const look = () => {
    const isUnsaved = hasUnsavedName();
    if (isUnsaved && !wasUnsaved) void saveNameWithRetries(() => !hasUnsavedName());
    wasUnsaved = isUnsaved;
  };
  look();
  dinerState.subscribe(look);
}
