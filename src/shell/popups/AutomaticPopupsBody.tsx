import { InactiveOrder } from '#src/features/notices/InactiveOrder.tsx';
import { useStep } from '#src/features/order/page/use-step.ts';
import { RestoredTable } from '#src/features/notices/RestoredTable.tsx';
import { ProfileReminder } from '#src/features/account/profile/ProfileReminder.tsx';
import { StartUp } from '#src/features/table/StartUp.tsx';
import { TableNotices } from '#src/features/notices/TableNotices.tsx';
import { LatePage } from '../pages/LatePage.tsx';

/** Notices and questions that the app shows on any page without a tap. */
export default function AutomaticPopupsBody() {
  return (
    <>
      <TableNotices isCartOpen={useStep().step?.kind === 'cart'} />
      <RestoredTable />
      <InactiveOrder />
      <ProfileReminder />
      <StartUp />
      <LatePage />
    </>
  );
}
