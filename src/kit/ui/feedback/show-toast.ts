import { toast } from 'react-hot-toast/headless';

/** CL6, ms. */
export const toastDuration = 2_000;

/** Says something in passing; of what bears the same `id`, its text unless given, only the newest is shown. */
export function showToast(text: string, id = text): void {
  toast(text, { id, duration: toastDuration });
}
