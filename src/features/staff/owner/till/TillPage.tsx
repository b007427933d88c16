import { useTranslation } from 'react-i18next';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { Text } from '#src/kit/ui/primitives.tsx';

export function TillPage({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('owner');
  return <Text as="h2">{`${t('pages.till')}: ${staff.name}`}</Text>;
}
