import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Stack } from '#ui/primitives.tsx';
import { size, space, type } from '#ui/theme/tokens.ts';
import { useWaitingActs } from './calls/act-queue.ts';
import { chooseBranch } from './calls/open-branch.ts';
import { useStaffLinks } from './use-staff-links.ts';

/**
 * The heading of each page. A long name is cut off, so that the head keeps its height on a phone. An owner of a chain
 * opens another restaurant with it.
 */
export function RestaurantName({ staff }: { staff: StaffIdentity }) {
  const { name, restaurants } = staff;
  const { t } = useTranslation('staff');
  const [isOpen, setOpen] = useState(false);
  if (!restaurants) return <Heading title={name}>{name}</Heading>;
  return (
    <>
      <Heading title={name}>
        <Name
          type="button"
          aria-haspopup="dialog"
          aria-label={t('chain.switchFrom', { name })}
          onClick={() => setOpen(true)}
        >
          <Cut>{name}</Cut>
          <ChevronDown aria-hidden />
        </Name>
      </Heading>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('chain.switch')}>
        <Restaurants staff={staff} restaurants={restaurants} />
      </Sheet>
    </>
  );
}

interface ListProps {
  readonly staff: StaffIdentity;
  readonly restaurants: NonNullable<StaffIdentity['restaurants']>;
}

function Restaurants({ staff, restaurants }: ListProps) {
  const { t } = useTranslation('staff');
  const links = useStaffLinks();
  const waiting = useWaitingActs();
  const home = restaurants[0]?.merchantId;
  const handleChoice = (merchantId: string) => {
    // They would wait until somebody opens this restaurant again.
    if (waiting.length > 0) return showToast(t('chain.waiting'));
    chooseBranch(merchantId === home ? undefined : merchantId);
    location.assign(links.counter);
  };
  return (
    <Stack as="ul" $gap="sm">
      {restaurants.map(({ merchantId, name }) => (
        <li key={merchantId}>
          <Button
            wide
            variant={merchantId === staff.merchantId ? 'primary' : 'secondary'}
            aria-current={merchantId === staff.merchantId || undefined}
            onClick={() => handleChoice(merchantId)}
          >
            {name}
          </Button>
        </li>
      ))}
    </Stack>
  );
}

const Heading = styled.h1`
  ${type.heading};
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Name = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space.xs};
  max-width: 100%;
  min-height: ${size.touch};
  padding: 0;
  font: inherit;
  color: inherit;
  background: none;
  border: none;
  cursor: pointer;

  > svg {
    flex: none;
    width: ${size.icon};
    height: ${size.icon};
  }
`;

const Cut = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
`;
