/** The contract's duration of a toast, ms. */
export const toastDuration = 2_000;

/** Shows a short message. A newer message replaces one with the same `id`. Default id: the text. */
export function showToast(text: string, id = text): void {
  // The library is loaded after the first page, together with `Toasts`, because the first page shows no toasts.
  import('react-hot-toast/headless').then(
    ({ toast }) => toast(text, { id, duration: toastDuration }),
    (error: unknown) => console.warn('a message could not be shown:', text, error),
  );
}
