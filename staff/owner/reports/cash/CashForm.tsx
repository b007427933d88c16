import { nanoid } from 'nanoid';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { moveCash, movementKinds, type Cash, type MovementKind } from '#contract/calls/cash.ts';
import { limits } from '#contract/limits.ts';
import { roundAmount, share, sum, zero } from '#projections/bill/money.ts';
import { parseTypedAmount } from '#ui/bill/typed-amount.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Box, Small, Stack, Text } from '#ui/primitives.tsx';
import { size, space } from '#ui/theme/tokens.ts';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { useStaff, useStaffChange } from '../../../calls/staff-queries.ts';
import { SelectField } from '../../../fields/SelectField.tsx';
import { useMoney } from '../../../use-money.ts';
import { listDenominations } from './denominations.ts';

/** What is typed. `counts` has the number of coins and notes of each value. */
interface Input {
  readonly amount: string;
  readonly reason: string;
  readonly counts: Readonly<Record<string, string>>;
}
const nothing: Input = { amount: '', reason: '', counts: {} };

/** Zero is an amount, too: a drawer can be empty. */
function readAmount(text: string, decimals: number): string | undefined {
  if (/^0+(?:[.,]0*)?$/.test(text.trim())) return roundAmount(zero, decimals);
  const typed = parseTypedAmount(text, decimals);
  return typed && roundAmount(typed, decimals);
}

/** Reads how many coins or notes there are. Undefined for text that is no number. */
function readCount(text = ''): number | undefined {
  const typed = text.normalize('NFKC').trim();
  return /^\d{0,6}$/.test(typed) ? Number(typed) : undefined;
}

/** Adds up coins and notes. Undefined if one has no valid number, or none is typed. */
function readPieces(values: readonly string[], counts: Input['counts']) {
  const read = values.map((value) => ({ value, count: readCount(counts[value]) }));
  if (values.every((value) => (counts[value] ?? '').trim() === '')) return undefined;
  const pieces = read.flatMap(({ value, count }) =>
    count === undefined || count > 100_000 ? [] : { value, count },
  );
  return pieces.length === values.length ? pieces.filter(({ count }) => count > 0) : undefined;
}

/** What is typed into the form, as an amount, and the action that records it. */
function useEntry({ currency, decimals, day, isPerPerson }: Cash) {
  const { t } = useTranslation('numbers');
  const money = useMoney(currency);
  const values = listDenominations(currency);
  const [kind, setKind] = useState<MovementKind>('float');
  const [way, setWay] = useState<'pieces' | 'sum'>(values.length > 0 ? 'pieces' : 'sum');
  const [input, setInput] = useState(nothing);
  const [isTried, setTried] = useState(false);
  // A repeated request after a lost answer must not be a second entry.
  const [actId, setActId] = useState(() => nanoid());
  const move = useStaffChange(moveCash);
  const byPieces = kind === 'count' && way === 'pieces';
  const pieces = byPieces ? readPieces(values, input.counts) : undefined;
  const added = pieces && sum(pieces.map(({ value, count }) => share(value, String(count))));
  const amount = byPieces ? added && roundAmount(added, decimals) : readAmount(input.amount, decimals);
  const needsReason = kind === 'payIn' || kind === 'payOut';
  const reason = input.reason.trim();

  const save = (drawer: string) => {
    setTried(true);
    if (amount === undefined || (needsReason && reason === '')) return;
    const body = {
      actId,
      kind,
      amount,
      ...(needsReason && { reason }),
      ...(kind === 'count' && { day }),
      ...(isPerPerson && drawer !== '' && { drawer }),
      ...(pieces && { pieces }),
    };
    move.mutate(body, {
      onSuccess: () => {
        setActId(nanoid());
        // The person may have begun the next entry meanwhile.
        setInput((now) => (now === input ? nothing : now));
        setTried(false);
        showToast(t(`cash.done.${kind}`, { price: money(amount) }));
      },
    });
  };
  return {
    kind,
    choose(next: MovementKind) {
      setKind(next);
      setTried(false);
    },
    way,
    setWay,
    values,
    byPieces,
    needsReason,
    input,
    change: (fields: Partial<Input>) => setInput((now) => ({ ...now, ...fields })),
    amount,
    isAmountWrong: isTried && amount === undefined,
    isReasonMissing: isTried && reason === '',
    save,
    isSaving: move.isPending,
  };
}

type Entry = ReturnType<typeof useEntry>;

/** The form for a float, a pay-in, a pay-out or a count. */
export function CashForm({ cash }: { readonly cash: Cash }) {
  const { t } = useTranslation('numbers');
  const me = useStaff().data?.person;
  const [chosen, setDrawer] = useState<string>();
  const entry = useEntry(cash);
  const { kind, needsReason, input } = entry;
  const people = [...new Set([...(me === undefined ? [] : [me]), ...cash.people])];
  const drawer = chosen ?? people[0] ?? '';
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    entry.save(drawer);
  };

  return (
    <Box as="form" $card $pad="lg" onSubmit={handleSubmit} noValidate>
      <Stack $gap="lg">
        <Text as="h2" $type="heading">
          {t('cash.new')}
        </Text>
        <Choices
          legend={t('cash.kind')}
          value={kind}
          onChange={entry.choose}
          options={movementKinds.map((value) => ({ value, label: t(`cash.kinds.${value}`) }))}
        />
        <Small>{t(`cash.hints.${kind}`)}</Small>
        {cash.isPerPerson && (
          <SelectField
            label={t('cash.whose')}
            value={drawer}
            onChange={setDrawer}
            options={people.map((name) => ({ value: name, label: name }))}
          />
        )}
        <AmountFields entry={entry} currency={cash.currency} />
        {needsReason && (
          <TextField
            label={t('cash.reason')}
            value={input.reason}
            maxLength={limits.notesLength}
            error={entry.isReasonMissing ? t('cash.reasonMissing') : undefined}
            onChange={({ target }) => entry.change({ reason: target.value })}
          />
        )}
        <Button type="submit" busy={entry.isSaving}>
          {t(`cash.save.${kind}`)}
        </Button>
      </Stack>
    </Box>
  );
}

/** The amount, or for a count the number of coins and notes of each value. */
function AmountFields({ entry, currency }: { readonly entry: Entry; readonly currency: string }) {
  const { t } = useTranslation('numbers');
  const money = useMoney(currency);
  const { kind, values, way, byPieces, input, amount, change } = entry;
  const wrong = entry.isAmountWrong ? t('cash.amountWrong') : undefined;
  return (
    <>
      {kind === 'count' && values.length > 0 && (
        <Choices
          legend={t('cash.by')}
          value={way}
          onChange={entry.setWay}
          options={(['pieces', 'sum'] as const).map((value) => ({ value, label: t(`cash.ways.${value}`) }))}
        />
      )}
      {byPieces ? (
        <>
          <PieceFields
            values={values}
            counts={input.counts}
            money={money}
            onChange={(counts) => change({ counts })}
          />
          <dl aria-live="polite">
            <MoneyLine label={t('cash.total')} amount={amount ?? zero} currency={currency} isTotal />
          </dl>
          {wrong !== undefined && (
            <Text role="alert" $colour="danger">
              {wrong}
            </Text>
          )}
        </>
      ) : (
        <TextField
          label={t('cash.amount')}
          value={input.amount}
          inputMode="decimal"
          autoComplete="off"
          error={wrong}
          onChange={({ target }) => change({ amount: target.value })}
        />
      )}
    </>
  );
}

interface PieceProps {
  readonly values: readonly string[];
  readonly counts: Input['counts'];
  money(amount: string): string;
  onChange(counts: Input['counts']): void;
}

/** A field for each coin and note. */
function PieceFields({ values, counts, money, onChange }: PieceProps) {
  const { t } = useTranslation('numbers');
  return (
    <Grid>
      {values.map((value) => (
        <TextField
          key={value}
          label={money(value)}
          aria-label={t('cash.piecesOf', { value: money(value) })}
          value={counts[value] ?? ''}
          inputMode="numeric"
          autoComplete="off"
          error={readCount(counts[value]) === undefined ? t('cash.amountWrong') : undefined}
          onChange={({ target }) => onChange({ ...counts, [value]: target.value })}
        />
      ))}
    </Grid>
  );
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${size.fewWords}), 1fr));
  gap: ${space.md};
`;
