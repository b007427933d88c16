import { toast } from 'react-hot-toast';

/** ms, section 9. */
export const toastDuration = 2_000;

/** Says something in passing; the same text twice in a row is shown once. */
export function showToast(text: string): void {
  toast(text, { id: text, duration: toastDuration });
}
