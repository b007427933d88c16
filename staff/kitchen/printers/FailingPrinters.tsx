import { useTranslation } from 'react-i18next';
import type { PrinterState } from '#contract/calls/kitchen.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Text } from '#ui/primitives.tsx';
import { useClock } from '../../use-clock.ts';

/** Lists the printers that do not print, with their waiting tickets. */
export function FailingPrinters({ printers }: { printers: readonly PrinterState[] }) {
  const { t } = useTranslation('staff');
  const clock = useClock({ timeStyle: 'short' });
  const troubled = printers.flatMap(({ state, ...printer }) =>
    state === 'ok' ? [] : [{ ...printer, state }],
  );
  if (troubled.length === 0) return null;
  return (
    <Banner tone="danger">
      {troubled.map(({ station, printer, name, state, waiting, since }) => (
        <section key={printer ?? station}>
          <Text as="h2" $type="strong">
            {t(`printers.state.${state}`, { name })}
          </Text>
          {since !== null && <p>{t('printers.waiting', { count: waiting, time: clock.format(since) })}</p>}
        </section>
      ))}
    </Banner>
  );
}
