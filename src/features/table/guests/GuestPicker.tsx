import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { border, colour, figures, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Stepper } from '#src/kit/ui/controls/Stepper.tsx';
import { Row, Stack, Text } from '#src/kit/ui/primitives.tsx';

/** Numbers that can be tapped; larger parties count up from here. */
const tappable = 12;

interface Props {
  /** 0: none chosen. */
  readonly value: number;
  onChange(guests: number): void;
}

/** How many sit at the table: 1 to 12 at a tap, then one by one. */
export function GuestPicker({ value, onChange }: Props) {
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
  /* Four in a row, fewer where they would not fit. */
  grid-template-columns: repeat(auto-fill, minmax(max(${size.control}, (100% - 3 * ${space.md}) / 4), 1fr));
  gap: ${space.md};
`;

const Cell = styled.label`
  position: relative;
  display: grid;
  place-items: center;
  aspect-ratio: 1;
  min-height: ${size.control};
  ${type.title};
  ${figures};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.round};
  cursor: pointer;

  > input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  &:has(:checked) {
    color: ${colour('onAccent')};
    background: ${colour('accent')};
    border-color: ${colour('accent')};
  }
  &:has(:focus-visible) {
    outline: ${border.bold} solid ${colour('accentText')};
    outline-offset: ${space.hair};
  }
`;
