import { InactiveOrder } from './InactiveOrder.tsx';
import { ProfileReminder } from './ProfileReminder.tsx';
import { StartUp } from './StartUp.tsx';
import { TableNotices } from './TableNotices.tsx';

/** What the app says and asks by itself, over whatever page. */
export default function Unasked() {
  return (
    <>
      <TableNotices />
      <InactiveOrder />
      <ProfileReminder />
      <StartUp />
    </>
  );
}
