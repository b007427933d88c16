import { Check, ConciergeBell, GlassWater, ReceiptText, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Order } from '#contract/order-fields.ts';
import { paymentStatus } from '#contract/states.ts';
import type { HelpCallData } from '#contract/calls/help.ts';
import { helpKinds } from '#events/fulfilment/help-kinds.ts';
import { useTableActiveOrder } from '#client/api/queries/diner-queries.ts';
import { useCartPart, usePresence } from '#src/cart/hooks.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { border, colour, cramped, radius, size, space, type } from '#ui/theme/tokens.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Small, Text } from '#ui/primitives.tsx';
import { useHelpActions, useHelp } from './help-query.ts';

/** `part` asks for the bill of the diner's own dishes. */
const tiles = [...helpKinds, 'part'] as const;
type TileName = (typeof tiles)[number];

const icons = { waiter: ConciergeBell, water: GlassWater, bill: ReceiptText, part: UserRound } as const;

/** Tiles that call staff to the table. A second tap withdraws the call. Hidden if no staff screen would show it. */
export function CallStaff() {
  const { t } = useTranslation('calling');
  const { table, member } = useDiner();
  const help = useHelp(table);
  const { data: order } = useTableActiveOrder(table, help !== undefined);
  const hasCompany = useHasCompany(order ?? undefined);
  const isPaid = order?.paymentStatus === paymentStatus.fullyPaid;
  // A call for one diner's own part of the bill is shown only to that diner.
  const calls = help?.calls.filter(({ share }) => share === null || share === member?.id) ?? [];
  if (!help || (!help.offered && calls.length === 0)) return null;
  const callOf = (name: TileName) => calls.find((call) => nameOf(call) === name);
  const isOffered = (name: TileName) => {
    if (name === 'part') return hasCompany && !isPaid;
    return name !== 'bill' || !isPaid;
  };
  const shown = tiles.filter((name) => isOffered(name) || callOf(name));

  return (
    <section aria-labelledby="calling">
      <Text as="h3" $below="sm" $type="heading" id="calling">
        {t('title')}
      </Text>
      <Tiles $columns={shown.length === tiles.length ? 2 : shown.length}>
        {shown.map((name) => (
          <li key={name}>
            <Tile name={name} call={callOf(name)} />
          </li>
        ))}
      </Tiles>
      <Text as="output" $block $above="sm" $type="small" $colour="textMuted">
        {calls.map((call) => (
          <CallState key={call.helpId} call={call} />
        ))}
      </Text>
    </section>
  );
}

/** True if another diner is at the table, or has dishes in the cart or in the order. Only then can a bill be split. */
function useHasCompany(order: Order | undefined): boolean {
  const { member } = useDiner();
  const others = usePresence();
  const isShared = useCartPart(({ carts }) => carts.some(({ mine }) => !mine));
  return (
    others.some(({ userId }) => userId !== member?.id) ||
    isShared ||
    (order?.orderItems.some(({ userId }) => userId !== member?.id) ?? false)
  );
}

/** @returns undefined for a kind of call that only a newer server knows */
function nameOf({ kind, share }: HelpCallData): TileName | undefined {
  const known = helpKinds.find((each) => each === kind);
  return known === 'bill' && share !== null ? 'part' : known;
}

/** The state of a call in words. Screen readers announce each change. */
function CallState({ call }: { call: HelpCallData }) {
  const { t } = useTranslation('calling');
  const { answeredAt, answeredBy } = call;
  const name = nameOf(call);
  if (!name) return null;
  if (answeredAt === null) return <p>{t(`told.${name}`)}</p>;
  return <p>{answeredBy ? t(`answered.${name}By`, { name: answeredBy }) : t(`answered.${name}`)}</p>;
}

function Tile({ name, call }: { name: TileName; call: HelpCallData | undefined }) {
  const { t } = useTranslation('calling');
  const failureText = useFailureText();
  const { table, member } = useDiner();
  const { ask, withdraw } = useHelpActions(table);
  const onError = (error: Error) => showToast(failureText(error));
  const state = call === undefined ? 'none' : call.answeredAt === null ? 'asked' : 'answered';
  const Icon = state === 'answered' ? Check : icons[name];
  const handleTap = () => {
    if (state === 'asked') withdraw.mutate(call!.helpId, { onError });
    else ask.mutate(name === 'part' ? { kind: 'bill', share: member?.id } : { kind: name }, { onError });
  };

  return (
    <Button
      type="button"
      $state={state}
      aria-pressed={state === 'asked'}
      aria-busy={ask.isPending || withdraw.isPending}
      onClick={handleTap}
    >
      <Icon aria-hidden />
      <span>{t(`kind.${name}`)}</span>
      {state !== 'none' && <Small as="span">{t(`state.${state}`)}</Small>}
    </Button>
  );
}

type State = 'none' | 'asked' | 'answered';

const grounds = { none: 'surface', asked: 'accentSoft', answered: 'successSoft' } as const;
const lines = { none: 'line', asked: 'accentText', answered: 'success' } as const;

const Tiles = styled.ul<{ $columns: number }>`
  display: grid;
  grid-template-columns: repeat(${({ $columns }) => $columns}, 1fr);
  gap: ${space.sm};

  ${cramped} {
    grid-template-columns: 1fr;
  }
`;

const Button = styled.button<{ $state: State }>`
  display: grid;
  justify-items: center;
  align-content: center;
  gap: ${space.xs};
  width: 100%;
  height: 100%;
  min-height: ${size.logo};
  padding: ${space.sm};
  ${type.strong};
  background: ${({ $state }) => colour(grounds[$state])};
  border: ${border.thick} solid ${({ $state }) => colour(lines[$state])};
  border-radius: ${radius.lg};

  > svg {
    color: ${colour('accentText')};
  }
  /* With large text the words are next to the icon. */
  ${cramped} {
    grid-template-columns: auto 1fr;
    justify-items: start;
    column-gap: ${space.md};
    min-height: ${size.control};
    padding-inline: ${space.md};
    text-align: start;

    > svg {
      grid-row: span 2;
    }
    > span:only-of-type {
      grid-row: span 2;
    }
  }
`;
