import { chooseText } from '#contract/menu-file/localized.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  removePrinter,
  savePrinter,
  testPrinter,
  type PrinterOnPage,
  type PrinterSetUp,
} from '#contract/calls/printers.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { useStaffChange } from '../../calls/staff-queries.ts';
import { useClock } from '../../use-clock.ts';
import { Question } from '../Question.tsx';
import { PrinterForm } from './PrinterForm.tsx';
import { readSettings, type SecretAddress } from './printer-settings.ts';

interface Props {
  readonly printer: PrinterOnPage;
  readonly setUp: PrinterSetUp;
  onSecret(given: SecretAddress): void;
}

/** A printer: its state, what it prints, and its test. */
export function PrinterCard({ printer, setUp, onSecret }: Props) {
  const { t } = useTranslation('printers');
  const [isEditing, setEditing] = useState(false);
  const [asked, setAsked] = useState<'remove' | 'renew'>();
  const test = useStaffChange(testPrinter, () => showToast(t('tested')));
  const remove = useStaffChange(removePrinter);
  const renew = useStaffChange(savePrinter, ({ secretPath }) => {
    if (secretPath !== undefined) onSecret({ way: printer.way, path: secretPath });
  });
  const { id, way, state } = printer;
  const { name } = state;
  if (isEditing)
    return (
      <li>
        <PrinterForm setUp={setUp} printer={printer} onSecret={onSecret} onClose={() => setEditing(false)} />
      </li>
    );
  return (
    <Box as="li" $card $pad="md lg">
      <Row $gap="md" $align="center" $wrap>
        <Stack $grow="card">
          <Text as="h3" $type="strong">
            {name}
          </Text>
          <StateOf printer={printer} />
          <PrintsOf printer={printer} setUp={setUp} />
        </Stack>
        <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate({ id })}>
          {t('test')}
        </Button>
        <Button variant="quiet" onClick={() => setEditing(true)}>
          {t('change')}
        </Button>
        {way !== 'network' && (
          <Button variant="quiet" onClick={() => setAsked('renew')}>
            {t('address.renew')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setAsked('remove')}>
          {t('remove')}
        </Button>
      </Row>
      <Question
        open={asked === 'remove'}
        title={t('removeTitle', { name })}
        text={t('removeText')}
        yes={t('remove')}
        no={t('cancel')}
        onYes={() => remove.mutate({ id })}
        onClose={() => setAsked(undefined)}
      />
      <Question
        open={asked === 'renew'}
        title={t('address.renewTitle', { name })}
        text={t('address.renewText')}
        yes={t('address.renew')}
        no={t('cancel')}
        onYes={() => renew.mutate({ id, printer: readSettings(printer), newPath: true })}
        onClose={() => setAsked(undefined)}
      />
    </Box>
  );
}

function StateOf({ printer: { state, askedAt, printedAt } }: { printer: PrinterOnPage }) {
  const { t } = useTranslation('printers');
  const times = useClock({ dateStyle: 'medium', timeStyle: 'short' });
  const describeState = () => {
    if (state.state === 'absent')
      return askedAt === null ? t('states.never') : t('states.absent', { time: times.format(askedAt) });
    if (state.state === 'ok' && printedAt !== null)
      return t('states.okSince', { time: times.format(printedAt) });
    return t(`states.${state.state}`);
  };
  return (
    <Small as="output" $colour={state.state === 'ok' ? 'textMuted' : 'danger'}>
      {describeState()}
      {state.waiting > 0 && ` · ${t('waiting', { count: state.waiting })}`}
    </Small>
  );
}

function PrintsOf({ printer, setUp }: Pick<Props, 'printer' | 'setUp'>) {
  const { t } = useTranslation('printers');
  const language = useLanguage();
  const { way, address, stations, bills, drawer } = printer;
  const parts = [
    ...setUp.stations.filter(({ id }) => stations.includes(id)).map(({ name }) => chooseText(name, language)),
    ...(bills ? [t('prints.bills')] : []),
    ...(drawer ? [t('prints.drawer')] : []),
  ];
  return (
    <Small $colour="textMuted" $breaks>
      {[parts.join(t('separator')) || t('prints.nothing'), t(`ways.${way}`), address]
        .filter(Boolean)
        .join(' · ')}
    </Small>
  );
}
