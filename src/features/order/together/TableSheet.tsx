import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCartEngine, useMissed } from '#src/kit/cart/hooks.ts';
import { Sheet } from '#src/kit/ui/layers/Sheet.tsx';
import { Stack } from '#src/kit/ui/primitives.tsx';
import { Feed } from './activity/Feed.tsx';
import { Invite } from './Invite.tsx';
import { People } from './People.tsx';

interface Props {
  readonly open: boolean;
  onClose(): void;
}

/** The table's company: who is here, how others come in, and what happened. */
export default function TableSheet({ open, onClose }: Props) {
  const { t } = useTranslation('together');
  const engine = useCartEngine();
  const missed = useMissed();
  const [freshSince, setFreshSince] = useState<number>();
  // What is new stays marked while the sheet is open; it counts as seen once it was.
  if (open && missed.changes > 0 && freshSince === undefined) setFreshSince(missed.since);

  const handleClose = () => {
    engine?.sawMissed();
    setFreshSince(undefined);
    onClose();
  };

  return (
    <Sheet open={open} onClose={handleClose} title={t('title')} height="tall">
      <Stack $gap="xxl">
        <People />
        <Invite />
        <Feed open={open} freshSince={freshSince} />
      </Stack>
    </Sheet>
  );
}
