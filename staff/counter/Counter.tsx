import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { localValue } from '#client/values/web-storage.ts';
import { size, space } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Text } from '#ui/primitives.tsx';
import { ActBar } from '../acts/ActBar.tsx';
import { ApprovalDialog } from '../acts/ApprovalDialog.tsx';
import { WaitingActs } from '../acts/WaitingActs.tsx';
import { useBell } from './bell/use-bell.ts';
import { CallList } from './bell/CallList.tsx';
import { listOpenCalls } from './bell/open-calls.ts';
import { useOverview } from '../calls/staff-queries.ts';
import { useLive } from '../calls/use-live.ts';
import { CounterHead, listViews } from './CounterHead.tsx';
import { ReadinessLine } from './ReadinessLine.tsx';
import { PauseOrders } from './PauseOrders.tsx';
import { MenuBoard } from '../menu/MenuBoard.tsx';
import { KitchenBoard } from '../kitchen/KitchenBoard.tsx';
import { Disputes } from '../orders/Disputes.tsx';
import { RefundProblems } from '../orders/RefundProblems.tsx';
import { LostOrders } from '../orders/LostOrders.tsx';
import { OrderBoard } from '../orders/board/OrderBoard.tsx';
import { FailingPrinters } from '../kitchen/printers/FailingPrinters.tsx';
import type { CounterView } from '../routes.ts';
import { OfflineNote } from '../OfflineNote.tsx';
import { TableBoard } from '../tables/TableBoard.tsx';

/** The view of this device, stored so that a screen in the kitchen still shows the kitchen after a reload. */
const viewKey = 'staff-view';

/** The staff's main page: orders, tables, kitchen and menu. */
export function Counter({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('staff');
  const views = listViews(staff);
  const [chosen, setView] = useState(() => localValue.get(viewKey));
  const [params, setParams] = useSearchParams();
  const linked = params.get('view');
  const view = views.find((each) => each === (linked ?? chosen)) ?? views[0]!;
  const [sounds, setSounds] = useState(true);
  const live = useLive();
  const { data: overview } = useOverview();
  const calls = listOpenCalls(overview?.tables ?? []);
  const bell = useBell(overview?.orders, calls, sounds);
  const handleView = (next: CounterView) => {
    setView(next);
    if (linked !== null) setParams({}, { replace: true });
    localValue.set(viewKey, next);
    window.scrollTo({ top: 0 });
  };
  const title = `${t('title')} · ${staff.name}`;
  const count = bell.waiting.length + bell.calls;

  return (
    <>
      <title>{count > 0 ? t('titleWithNew', { count, title }) : title}</title>
      <CounterHead
        staff={staff}
        live={live}
        view={view}
        onView={handleView}
        bell={bell}
        sounds={sounds}
        onSounds={setSounds}
      />
      <Main tabIndex={-1}>
        <OfflineNote />
        <WaitingActs />
        {overview?.trouble && (
          <Banner tone="danger">
            <Text as="h2" $type="strong">
              {t('trouble.title')}
            </Text>
            <p>{t(`trouble.${overview.trouble}`)}</p>
          </Banner>
        )}
        {staff.rights.includes('house') && <ReadinessLine />}
        {overview && (
          <PauseOrders pause={overview.pause} mayStart={view === 'orders' || view === 'kitchen'} />
        )}
        {(view === 'orders' || view === 'tables') && <CallList calls={calls} />}
        {view === 'orders' && overview && <FailingPrinters printers={overview.printers} />}
        {view === 'orders' && overview?.unreached && overview.unreached.length > 0 && (
          <Banner tone="warning">{t('unreached', { names: overview.unreached.join(t('separator')) })}</Banner>
        )}
        {view === 'orders' && overview && (
          <LostOrders orders={overview.lostOrders} merchantId={staff.merchantId} />
        )}
        {view === 'orders' && overview && <Disputes disputes={overview.disputes} currency={staff.currency} />}
        {view === 'orders' && <RefundProblems refunds={overview?.refunds} />}
        {view === 'orders' && (
          <OrderBoard overview={overview} staff={staff} onSeen={(order) => bell.answer([order])} />
        )}
        {view === 'tables' && <TableBoard overview={overview} staff={staff} />}
        {view === 'kitchen' && <KitchenBoard staff={staff} />}
        {view === 'menu' && <MenuBoard staff={staff} />}
      </Main>
      <ActBar currency={staff.currency} />
      <ApprovalDialog />
    </>
  );
}

const Main = styled.main`
  max-width: ${size.wide};
  margin-inline: auto;
  padding: ${space.xl};
  /* Leaves room for the bar of the last action at the end of the page. */
  padding-bottom: calc(${size.control} + 2 * ${space.xl});
  outline: none;
`;
