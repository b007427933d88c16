import { InactiveOrder } from '../../features/notices/InactiveOrder.tsx';
import { ProfileReminder } from '../../features/account/profile/ProfileReminder.tsx';
import { StartUp } from '../../features/table/StartUp.tsx';
import { TableNotices } from '../../features/notices/TableNotices.tsx';

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
