import { useTranslation } from 'react-i18next';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { Text } from '#src/kit/ui/primitives.tsx';

export function MenuPage({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('owner');
  return <Text as="h2">{`${t('pages.menu')}: ${staff.name}`}</Text>;
}
