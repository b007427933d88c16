/** Numbers of the contract that only the phone uses. */
import { expect, test } from 'vitest';
import { localeCookieSeconds } from '#client/values/web-storage.ts';
import { reloadGuardMs } from '#client/version/app-update.ts';
import { breakpoints } from '#ui/theme/tokens.ts';
import { toastDuration } from '#ui/feedback/show-toast.ts';

// CL6, CL8, CL13
test('how long each message stays', () => {
  expect({ toastDuration, reloadGuard: reloadGuardMs, localeCookieSeconds }).toEqual({
    toastDuration: 2_000,
    reloadGuard: 10_000,
    localeCookieSeconds: 31_536_000,
  });
});

// CL15
test('the breakpoints', () => {
  expect(breakpoints).toEqual({ xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 });
});
