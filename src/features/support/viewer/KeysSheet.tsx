import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Tick } from '#ui/controls/TickPills.tsx';

interface Props {
  readonly open: boolean;
  onClose(): void;
  /** Whether the keys work. Speech input can trigger single letters by accident, so they can be switched off (WCAG 2.1.4). */
  readonly isOn: boolean;
  setOn(isOn: boolean): void;
}

const rows = [
  ['step', ['→', '←']],
  ['ten', ['Shift →', 'Shift ←']],
  ['ends', ['End', 'Home']],
  ['play', ['Space']],
  ['change', ['N', 'P']],
  ['divergence', ['D', 'Shift D']],
  ['speed', ['+', '-']],
  ['search', ['/']],
  ['help', ['?']],
] as const;

/** The list of the keys that work on this page. */
export function KeysSheet({ open, onClose, isOn, setOn }: Props) {
  const { t } = useTranslation('support');
  useBackLayer(open, onClose);
  return (
    <Sheet open={open} onClose={onClose} title={t('keys.title')} description={t('keys.text')}>
      <Tick checked={isOn} onChange={setOn}>
        {t('keys.on')}
      </Tick>
      <List>
        {rows.map(([what, keys]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{t(`keys.${what}`)}</dd>
          </div>
        ))}
      </List>
    </Sheet>
  );
}

const List = styled.dl`
  display: grid;
  gap: ${space.sm};
  margin-top: ${space.sm};

  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space.xs} ${space.md};
  }
  dt {
    display: flex;
    gap: ${space.xs};
    min-width: ${size.readable};
  }
  dd {
    flex: 1 1 ${size.readable};
  }
`;

const Key = styled.kbd`
  min-width: ${size.step};
  padding: ${space.none} ${space.sm};
  ${type.code};
  text-align: center;
  background: ${colour('sunken')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.sm};
`;
