import { dinerState } from '#client/api/diner-state.ts';
import { hasUnsavedName } from '#src/diner/unsaved-name.ts';
import { saveNameWithRetries } from './save-unsaved-name.ts';

/** Starts sending a stored name whenever there is one, until the page closes. */
export function watchUnsavedName(): void {
  let wasUnsaved = false;
  const check = () => {
    const isUnsaved = hasUnsavedName();
    if (isUnsaved && !wasUnsaved) void saveNameWithRetries(() => !hasUnsavedName());
    wasUnsaved = isUnsaved;
  };
  check();
  dinerState.subscribe(check);
}
