import { Check, ConciergeBell, GlassWater, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { helpKinds, type HelpCallData, type HelpKind } from '#contract/calls/help.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { useFailureText } from '#src/kit/i18n/failure-text.ts';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';
import { Text } from '#src/kit/ui/primitives.tsx';
import { useCalling, useHelp } from './help-query.ts';

const icons = { waiter: ConciergeBell, water: GlassWater, bill: ReceiptText } as const;

/** Calls somebody to the table with one tap, and takes that back with another; only where a call would be seen. */
export function CallSomebody() {
  const { t } = useTranslation('calling');
  const { table } = useDiner();
  const help = useHelp(table);
  if (!help || (!help.offered && help.calls.length === 0)) return null;
  const callOf = (kind: HelpKind) => help.calls.find((call) => call.kind === kind);

  return (
    <section aria-labelledby="calling">
      <Text as="h3" $below="sm" $type="heading" id="calling">
        {t('title')}
      </Text>
      <Tiles>
        {helpKinds.map((kind) => (
          <li key={kind}>
            <Tile kind={kind} call={callOf(kind)} />
          </li>
        ))}
      </Tiles>
      <Text as="output" $block $above="sm" $type="small" $colour="textMuted">
        {help.calls.map((call) => (
          <Told key={call.helpId} call={call} />
        ))}
      </Text>
    </section>
  );
}

/** What became of a call, in words; whatever changes in it is read out. */
function Told({ call: { kind, answeredAt, answeredBy } }: { call: HelpCallData }) {
  const { t } = useTranslation('calling');
  const what = helpKinds.find((each) => each === kind);
  if (!what) return null;
  if (answeredAt === null) return <p>{t(`told.${what}`)}</p>;
  return <p>{answeredBy ? t(`answered.${what}By`, { name: answeredBy }) : t(`answered.${what}`)}</p>;
}

function Tile({ kind, call }: { kind: HelpKind; call: HelpCallData | undefined }) {
  const { t } = useTranslation('calling');
  const failureText = useFailureText();
  const { table } = useDiner();
  const { ask, withdraw } = useCalling(table);
  const onError = (error: Error) => showToast(failureText(error));
  const state = call === undefined ? 'none' : call.answeredAt === null ? 'asked' : 'answered';
  const Icon = state === 'answered' ? Check : icons[kind];
  const handleTap = () => {
    if (state === 'asked') withdraw.mutate(call!.helpId, { onError });
    else ask.mutate(kind, { onError });
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
      <span>{t(`kind.${kind}`)}</span>
      <Small>{t(`state.${state}`)}</Small>
    </Button>
  );
}

type State = 'none' | 'asked' | 'answered';

const grounds = { none: 'surface', asked: 'accentSoft', answered: 'successSoft' } as const;
const lines = { none: 'line', asked: 'accentText', answered: 'success' } as const;

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: ${space.sm};
`;

const Button = styled.button<{ $state: State }>`
  display: grid;
  justify-items: center;
  align-content: center;
  gap: ${space.xs};
  width: 100%;
  min-height: ${size.logo};
  padding: ${space.sm};
  ${type.strong};
  background: ${({ $state }) => colour(grounds[$state])};
  border: ${border.thick} solid ${({ $state }) => colour(lines[$state])};
  border-radius: ${radius.lg};

  > svg {
    color: ${colour('accentText')};
  }
`;

const Small = styled.span`
  ${type.small};
  color: ${colour('textMuted')};
`;
