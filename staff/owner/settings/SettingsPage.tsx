import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { useTranslation } from 'react-i18next';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { Stack } from '#ui/primitives.tsx';
import { Parts, usePart } from '../Parts.tsx';
import { Loaded } from '../Loaded.tsx';
import { CouponList } from './coupons/CouponList.tsx';
import { SettingsHistory } from './history/SettingsHistory.tsx';
import { LogOutEverywhere } from './access/LogOutEverywhere.tsx';
import { NewToken } from './access/NewToken.tsx';
import { ReportList } from './access/ReportList.tsx';
import { TokenList } from './access/TokenList.tsx';
import { AnotherDevice } from './people/AnotherDevice.tsx';
import { PeopleList } from './people/PeopleList.tsx';
import { LimitsForm } from './limits/LimitsForm.tsx';
import { OpeningForm } from './opening/OpeningForm.tsx';
import { SettingsForm } from './form/SettingsForm.tsx';
import { Paper } from './tables/Paper.tsx';
import { ReadinessList } from './readiness/ReadinessList.tsx';
import { TableList } from './tables/TableList.tsx';
import { useSettings } from './use-settings.ts';

addPageTexts('house', import.meta.glob('/locales/*/house.ts', { eager: true }));

const parts = [
  'settings',
  'opening',
  'ready',
  'tables',
  'coupons',
  'people',
  'limits',
  'access',
  'history',
] as const;

/** The settings page: settings, opening hours, tables, coupons, people, limits, access and history. */
export function SettingsPage({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('house');
  const part = usePart(parts);
  const house = useSettings();
  const mayPeople = staff.rights.includes('people');

  return (
    <Stack $gap="xxl">
      <Parts label={t('choosePart')} parts={parts} part={part} words={(each) => t(`parts.${each}`)} />
      {part === 'settings' && <Loaded query={house}>{(data) => <SettingsForm house={data} />}</Loaded>}
      {part === 'opening' && (
        <Loaded query={house}>{(data) => <OpeningForm house={data} merchantId={staff.merchantId} />}</Loaded>
      )}
      {part === 'ready' && <ReadinessList />}
      {part === 'tables' && (
        <Loaded query={house}>
          {(data) => (
            <>
              <TableList house={data} />
              <Paper house={data} staff={staff} />
            </>
          )}
        </Loaded>
      )}
      {part === 'coupons' && <Loaded query={house}>{(data) => <CouponList house={data} />}</Loaded>}
      {part === 'people' && (
        <>
          {mayPeople ? <PeopleList /> : <p>{t('people.only')}</p>}
          {mayPeople && <AnotherDevice />}
          {mayPeople && <LogOutEverywhere />}
        </>
      )}
      {part === 'limits' && (
        <Loaded query={house}>{(data) => <LimitsForm house={data} mayLimitManagers={mayPeople} />}</Loaded>
      )}
      {part === 'access' && (
        <>
          <ReportList />
          {mayPeople && <TokenList />}
          {mayPeople && <NewToken />}
        </>
      )}
      {part === 'history' && <SettingsHistory />}
    </Stack>
  );
}
