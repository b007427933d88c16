import { usePrefetchQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { orderType } from '#contract/states.ts';
import type { AtTable } from '#client/api/diner-state.ts';
import { useGuestCount } from '#client/api/queries/diner-queries.ts';
import { createMenuQuery } from '#client/api/queries/merchant-queries.ts';
import { useCurrentMerchant, useMerchantId } from '#src/diner/current-merchant.ts';
import { findTableAt, useDiner } from '#src/diner/diner.ts';
import { useGoToMenu } from '../go-to-menu.ts';
import { useLanguage, useLinks } from '#ui/routes/language.ts';
import { LanguageSwitch } from '#ui/page/LanguageSwitch.tsx';
import { useCartCommands, useCartPart, useCartStatus } from '#src/cart/hooks.ts';
import { Column, ColumnFoot } from '#ui/Column.tsx';
import { overInput } from '#ui/controls/Choices.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Box, Row, Stack, Text } from '#ui/primitives.tsx';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { border, colour, figures, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';
import { isTableNumber } from '#ui/text/is-table-number.ts';

/** How long the diner waits for the cart after choosing a number, ms. */
const cartTimeoutMs = 10_000;

/**
 * Asks how many guests are at the table. If the table has a number already, the diner goes on to the menu, unless they
 * came to change it (`state.change`).
 */
export default function SelectGuests() {
  const { t } = useTranslation('table');
  const table = findTableAt(useMerchantId(), useDiner());
  const { pathname } = useLocation();
  const links = useLinks();

  useEffectWhen(!table, () => showToast(t('guests.noTable')));

  if (!table) return <Navigate to={links.notFound()} replace state={{ from: pathname }} />;
  return <Chooser table={table} />;
}

/** The number that the table has already, from the cart or else from the server. 0 if there is none. */
function useKnownGuests(table: AtTable): number {
  const inCart = useCartPart((cart) => cart.guests);
  const isCleared = useCartPart((cart) => cart.isGuestCountCleared);
  const isAsked = inCart === 0 && !isCleared;
  const answered = useGuestCount(table, isAsked).data?.guests ?? 0;
  return inCart || (isAsked ? answered : 0);
}

/** The chosen number, and the way on: the number goes into the cart, then the menu opens. */
function useGuestChoice(table: AtTable) {
  const { t } = useTranslation('table');
  const commands = useCartCommands();
  const { loaded } = useCartStatus();
  const inCart = useCartPart((cart) => cart.guests);
  const guests = useKnownGuests(table);
  const hasOrderType = useCartPart((cart) => cart.orderType !== null);
  const goToMenu = useGoToMenu(table.merchantId, { replace: true });
  const navigate = useNavigate();
  const isChange = (useLocation().state as { change?: boolean } | null)?.change === true;
  const [picked, setPicked] = useState(0);
  const [isSubmitted, setSubmitted] = useState(false);
  const shown = picked || guests;

  const goOn = () => {
    if (!hasOrderType) commands?.setOrderType(orderType.dineIn);
    goToMenu();
  };
  // The cart may still be opening when the diner chooses.
  const isReady = commands !== undefined;
  useEffectWhen(isSubmitted && isReady, () => {
    commands?.setGuests(shown);
    if (isChange) void navigate(-1);
    else goOn();
  });
  const giveUp = useEffectEvent(() => {
    setSubmitted(false);
    showToast(t('cartLate'));
  });
  useEffect(() => {
    if (!isSubmitted || isReady) return;
    const timer = setTimeout(() => giveUp(), cartTimeoutMs);
    return () => clearTimeout(timer);
  }, [isSubmitted, isReady]);
  const goOnWithKnown = useEffectEvent(() => {
    if (isChange || isSubmitted) return;
    showToast(t('guests.already', { count: guests }));
    // A snapshot server's cart has no guest count, but the menu needs it there.
    if (loaded && inCart === 0) commands?.setGuests(guests);
    goOn();
  });

  useEffect(() => {
    if (guests > 0 && isReady) goOnWithKnown();
  }, [guests, isReady]);

  return { shown, isSubmitted, pick: setPicked, submit: () => setSubmitted(true) };
}

function Chooser({ table }: { table: AtTable }) {
  const { t } = useTranslation('table');
  const { merchant } = useCurrentMerchant();
  // The menu is the next page.
  usePrefetchQuery(createMenuQuery(table.merchantId, useLanguage()));
  const { shown, isSubmitted, pick, submit } = useGuestChoice(table);

  return (
    <Column $footed>
      <Row as="header" $gap="md" $align="center" $justify="space-between" $wrap>
        <Box $grow="fewWords">
          {merchant && (
            <Text $type="strong" $breaks>
              {merchant.shortName}
            </Text>
          )}
          <Text $type="label" $colour="accentText">
            {isTableNumber(table.tableName) ? t('guests.table', { name: table.tableName }) : table.tableName}
          </Text>
        </Box>
        <LanguageSwitch />
      </Row>
      <Stack $gap="sm" $colour="textMuted">
        <Text as="h1" $type="display" $colour="text">
          {t('guests.title')}
        </Text>
        <p>{t('guests.text')}</p>
      </Stack>
      <GuestPicker value={shown} onChange={pick} onTap={submit} />
      {shown > 0 && (
        <ColumnFoot>
          <Button wide busy={isSubmitted} onClick={submit}>
            {t('guests.continueWith', { count: shown })}
          </Button>
        </ColumnFoot>
      )}
    </Column>
  );
}

/** The largest number with a button of its own. A stepper sets larger ones. */
const tappable = 12;

interface Props {
  /** 0 if no number is chosen. */
  readonly value: number;
  onChange(guests: number): void;
  /** Called for a tap, which is a final choice. Arrow keys only move through the numbers. */
  onTap(): void;
}

/** Buttons for 1 to 12 guests, and a stepper for more. */
function GuestPicker({ value, onChange, onTap }: Props) {
  const { t } = useTranslation('table');
  const name = useId();
  const isLarge = value > tappable;

  return (
    <Stack as="fieldset" $gap="lg">
      <Text as="legend" $type="label" $colour="textMuted" $marginBottom="sm">
        {t('guests.legend')}
      </Text>
      <Grid>
        {Array.from({ length: tappable }, (_, index) => index + 1).map((count) => (
          <Cell key={count}>
            <input
              type="radio"
              name={name}
              value={count}
              checked={value === count}
              onChange={() => onChange(count)}
              // `detail` is 0 for clicks from the keyboard.
              onClick={({ detail }) => detail > 0 && onTap()}
              aria-label={t('guests.option', { count })}
            />
            <span aria-hidden>{count}</span>
          </Cell>
        ))}
      </Grid>
      <Row $justify="center" $minHeight="control">
        {isLarge ? (
          <Stepper
            value={value}
            label={t('guests.legend')}
            max={limits.guests}
            removes={false}
            onMore={() => onChange(Math.min(value + 1, limits.guests))}
            onLess={() => onChange(value - 1)}
          />
        ) : (
          <Button variant="quiet" onClick={() => onChange(tappable + 1)}>
            {t('guests.more', { count: tappable })}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

const Grid = styled.div`
  display: grid;
  /* Four in a row, fewer if they do not fit. */
  grid-template-columns: repeat(auto-fill, minmax(max(${size.control}, (100% - 3 * ${space.md}) / 4), 1fr));
  gap: ${space.md};
`;

const Cell = styled.label`
  ${overInput}
  display: grid;
  place-items: center;
  aspect-ratio: 1;
  min-height: ${size.control};
  ${type.title};
  ${figures};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.round};

  &:has(:checked) {
    color: ${colour('onAccent')};
    background: ${colour('accent')};
    border-color: ${colour('accent')};
  }
`;
