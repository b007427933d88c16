import { useTranslation } from 'react-i18next';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { Text } from '#src/kit/ui/primitives.tsx';

export function NumbersPage({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('owner');
  return <Text as="h2">{`${t('pages.numbers')}: ${staff.name}`}</Text>;
}
