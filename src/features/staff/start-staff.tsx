import i18next from 'i18next';
import english from '#locales/en-US/staff.ts';
import chinese from '#locales/zh-TW/staff.ts';
import { dinerState } from '#src/kit/api/diner-state.ts';

i18next.addResourceBundle('en-US', 'staff', english);
i18next.addResourceBundle('zh-TW', 'staff', chinese);

// Whoever scanned a table with this browser is nobody here; what the phone keeps of them stays as it is.
dinerState.next({
  ...dinerState.value,
  token: undefined,
  member: undefined,
  merchantId: undefined,
  table: undefined,
});

export { StaffApp } from './StaffApp.tsx';
