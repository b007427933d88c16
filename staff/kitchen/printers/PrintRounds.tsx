import { useMutation } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printAgain } from '#contract/calls/kitchen.ts';
import type { Order } from '#contract/order-fields.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { sayFailure } from '../../calls/say-failure.ts';
import { useOverview } from '../../calls/staff-queries.ts';
import { PaperTicket } from './PaperTicket.tsx';

/** Prints a round's ticket again, on the stations' printers or on a printer of this device. */
export function PrintRounds({ placed, merchantId }: { placed: Order; merchantId: string }) {
  const { t } = useTranslation('staff');
  const { data: overview } = useOverview();
  const [paper, setPaper] = useState<number>();
  const again = useMutation({
    mutationFn: (round: number) =>
      request(printAgain, { body: { actId: nanoid(), orderId: placed.id, round } }),
    onSuccess: ({ tickets }) => showToast(t('printers.noted', { count: tickets })),
    onError: sayFailure,
  });
  const rounds = [...new Set(placed.orderItems.map(({ round }) => round))];
  const hasPrinters = (overview?.printers.length ?? 0) > 0;

  return (
    <section>
      <Text as="h3" $type="label" $below="xs">
        {t('printers.title')}
      </Text>
      <Stack $gap="sm">
        {rounds.map((round) => (
          <Row key={round} $gap="sm" $wrap>
            {hasPrinters && (
              <Button variant="secondary" busy={again.isPending} onClick={() => again.mutate(round)}>
                {t('printers.again', { number: round })}
              </Button>
            )}
            <Button variant={hasPrinters ? 'quiet' : 'secondary'} onClick={() => setPaper(round)}>
              {t('printers.here', { number: round })}
            </Button>
          </Row>
        ))}
      </Stack>
      {paper !== undefined && (
        <PaperTicket
          placed={placed}
          round={paper}
          merchantId={merchantId}
          onPrinted={() => setPaper(undefined)}
        />
      )}
    </section>
  );
}
