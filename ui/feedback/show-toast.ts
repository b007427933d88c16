/** CL6, ms. */
export const toastDuration = 2_000;

/** Says something in passing; of what bears the same `id`, its text unless given, only the newest is shown. */
export function showToast(text: string, id = text): void {
  // No first page needs it: its library comes right after, together with where toasts appear.
  import('react-hot-toast/headless').then(
    ({ toast }) => toast(text, { id, duration: toastDuration }),
    (error: unknown) => console.warn('could not be shown:', text, error),
  );
}
