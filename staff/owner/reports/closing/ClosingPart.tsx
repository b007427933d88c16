import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeDay, listClosings, type ClosingSheet } from '#contract/calls/closing.ts';
import type { BillTerm } from '#contract/calls/house.ts';
import { request } from '#client/api/call/request.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Box, Stack, Text } from '#ui/primitives.tsx';
import { pollMs, useStaffChange } from '../../../calls/staff-queries.ts';
import { Loaded, MoreButton } from '../../Loaded.tsx';
import { Question } from '../../Question.tsx';
import { useTermNames } from '../../settings/history/use-edit-words.ts';
import { ClosingChecklist } from './ClosingChecklist.tsx';
import { useDayText } from './day-text.ts';
import { PastClosing } from './PastClosing.tsx';
import { Sheet } from './ClosingTotals.tsx';

/** The daily closing: a preview of the next one, and the past ones. */
export function ClosingPart({ currency, restaurant }: { currency: string; restaurant: string }) {
  const { t } = useTranslation('numbers');
  const query = useInfiniteQuery({
    queryKey: ['staff', 'closings'],
    queryFn: ({ pageParam }) =>
      request(listClosings, { query: pageParam === undefined ? {} : { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ closings }) => {
      const last = closings.at(-1)?.number ?? 1;
      return last > 1 ? last : undefined;
    },
    // Guests may pay while the preview is open.
    refetchInterval: pollMs,
  });
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const closings = pages.flatMap((page) => page.closings);
        const [first] = pages;
        return (
          <Stack $gap="xxl">
            {first?.next ? (
              <Next next={first.next} pendingTerms={first.pendingTerms ?? []} currency={currency} />
            ) : (
              <Text>{t('closing.closed')}</Text>
            )}
            <Stack as="section" $gap="sm">
              <Text as="h2" $type="heading">
                {t('closing.kept')}
              </Text>
              {closings.length === 0 && <Text>{t('closing.none')}</Text>}
              <Stack as="ul" $gap="sm">
                {closings.map((closing) => (
                  <PastClosing
                    key={closing.number}
                    closing={closing}
                    currency={currency}
                    restaurant={restaurant}
                  />
                ))}
              </Stack>
              <MoreButton query={query}>{t('closing.more')}</MoreButton>
            </Stack>
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface NextProps {
  readonly next: ClosingSheet;
  /** What takes effect with a closing. */
  readonly pendingTerms: readonly BillTerm[];
  readonly currency: string;
}

/** The preview of the next closing, and the button that makes it after a look at the checklist (CX77). */
function Next({ next, pendingTerms, currency }: NextProps) {
  const { t } = useTranslation(['numbers', 'staff']);
  const { dayText, timeText } = useDayText(next);
  const terms = useTermNames();
  const [isAsked, setAsked] = useState(false);
  const close = useStaffChange(closeDay);
  const [open, setOpen] = useState<'keep' | 'end'>('keep');
  const { parties = [] } = next.open;
  const day = dayText(next.day);

  const handleYes = () => {
    close.mutate(
      { day: next.day, ends: open === 'end' ? parties.map(({ sessionId }) => sessionId) : [] },
      {
        onSuccess: ({ number }) => showToast(t('closing.done', { number })),
      },
    );
  };

  return (
    <Box as="section" $card $pad="lg">
      <Stack $gap="lg">
        <div>
          <Text as="h2" $type="heading">
            {t('closing.next', { day })}
          </Text>
          <Text $colour="textMuted">{t('closing.since', { from: timeText(next.from) })}</Text>
        </div>
        <Sheet sheet={next} currency={currency} />
        <Button busy={close.isPending} onClick={() => setAsked(true)}>
          {t('closing.close')}
        </Button>
      </Stack>
      <Question
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('closing.askTitle', { day })}
        text={
          <Stack $gap="lg">
            <p>{t('closing.askText')}</p>
            {pendingTerms.length > 0 && (
              <p>
                {t('closing.pending', {
                  terms: pendingTerms.map((term) => terms[term]).join(t('staff:separator')),
                })}
              </p>
            )}
            <ClosingChecklist next={next} currency={currency} />
            {parties.length > 0 && (
              <Choices
                legend={t('closing.askTables', {
                  tables: parties.map(({ tableName }) => tableName).join(t('staff:separator')),
                })}
                value={open}
                onChange={setOpen}
                options={[
                  { value: 'keep', label: t('closing.keepTables') },
                  { value: 'end', label: t('closing.endTables') },
                ]}
              />
            )}
          </Stack>
        }
        yes={t('closing.close')}
        no={t('closing.keep')}
        isHarmless
        onYes={handleYes}
      />
    </Box>
  );
}
