import { Server } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { startOfTime } from '#workshop/simulation/set-table.ts';
import type { PhoneShown, TableShown } from '#workshop/simulation/live/table-shown.ts';
import type { Travelling } from '#workshop/simulation/live/travels.ts';
import { border, colour, dinerColour, figures, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { VisuallyHidden } from '#src/kit/ui/primitives.tsx';
import { useDinerHue } from '#src/kit/ui/diners/diner-colour.ts';
import { legAt, phoneAt, seatAngle, towards } from './table-places.ts';

interface Props {
  readonly shown: TableShown | undefined;
  /** What travels stands in the middle of its way. */
  readonly isCalm: boolean;
}

/** The table from above: the phones around the server, and what travels between them. */
export function TableTop({ shown, isCalm }: Props) {
  const { t } = useTranslation('simulator');
  const phones = shown?.phones ?? [];
  const now = startOfTime + (shown?.elapsed ?? 0);
  return (
    <Square>
      <VisuallyHidden>{t('way.picture')}</VisuallyHidden>
      <Disc aria-hidden />
      <Ways aria-hidden viewBox="-50 -50 100 100">
        {phones.map((phone) => (
          <Way key={phone.userId} phone={phone} of={phones.length} />
        ))}
        {shown?.onTheWay.map((leg) => (
          <Dot
            key={leg.id}
            leg={leg}
            now={isCalm ? (leg.leaves + leg.arrives) / 2 : now}
            of={phones.length}
          />
        ))}
      </Ways>
      <Hub aria-hidden>
        <Server />
        <span>
          {shown?.server.carts.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)}
        </span>
      </Hub>
      {phones.map((phone) => (
        <Chair
          aria-hidden
          key={phone.userId}
          style={{ rotate: `${seatAngle(phone.index, phones.length)}deg` }}
        >
          <Upright style={{ rotate: `${-seatAngle(phone.index, phones.length)}deg` }}>
            <Seat $faded={!phone.isOpen || phone.isFrozen}>
              <Avatar
                size="lg"
                userId={phone.userId}
                name={phone.name}
                away={!phone.isOpen || phone.isCutOff}
              />
              <Count $differs={phone.differences.length > 0}>
                {phone.isOpen ? phone.cart.quantity : '–'}
              </Count>
            </Seat>
          </Upright>
        </Chair>
      ))}
    </Square>
  );
}

function Way({ phone, of }: { phone: PhoneShown; of: number }) {
  const end = towards(phone.index, of, phoneAt);
  return <Line x2={end.x} y2={end.y} $broken={phone.isCutOff || !phone.isOpen} />;
}

/** Something on its way, in the colour of the phone that it comes from or goes to. */
function Dot({ leg, now, of }: { leg: Travelling; now: number; of: number }) {
  const phone = leg.from === 'server' ? leg.to : leg.from;
  const hue = useDinerHue(`u${Number(phone) + 1}`);
  const { x, y, opacity } = legAt(leg, now, of);
  const carries = leg.events.length > 0;
  return (
    <circle
      r={carries ? 2.4 : 1.5}
      fill={leg.from === 'server' ? colour('surface') : dinerColour(hue, 'fill')}
      stroke={dinerColour(hue, 'fill')}
      strokeWidth={0.9}
      style={{ transform: `translate(${x}px, ${y}px)`, opacity }}
    />
  );
}

const Square = styled.div`
  position: relative;
  width: ${size.simulatedTable};
  aspect-ratio: 1;
  margin-inline: auto;
`;

const middle = css`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  pointer-events: none;
`;

const Disc = styled.div`
  position: absolute;
  inset: ${size.simulatedDisc};
  background: radial-gradient(
    circle,
    ${colour('raised')} 0 30%,
    ${colour('accentSoft')} 31% 96%,
    ${colour('raised')} 97%
  );
  border: ${border.thick} solid ${colour('line')};
  border-radius: ${radius.round};
`;

const Ways = styled.svg`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  overflow: visible;
`;

const Line = styled.line<{ $broken: boolean }>`
  stroke: ${({ $broken }) => ($broken ? colour('danger') : colour('outline'))};
  stroke-width: 0.5;
  stroke-dasharray: ${({ $broken }) => ($broken ? '2 2.5' : 'none')};
  opacity: 0.6;
`;

const Hub = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  place-items: center;
  width: ${size.simulatedHub};
  aspect-ratio: 1;
  margin: auto;
  ${type.label};
  ${figures};
  background: ${colour('surface')};
  border: ${border.thick} solid ${colour('outline')};
  border-radius: ${radius.round};
`;

const Chair = styled.div`
  ${middle};
  place-items: end center;
`;

const Upright = styled.div`
  display: grid;
`;

const Seat = styled.div<{ $faded: boolean }>`
  position: relative;
  display: grid;
  opacity: ${({ $faded }) => ($faded ? 0.6 : 1)};
`;

/** How many pieces the phone shows. */
const Count = styled.span<{ $differs: boolean }>`
  position: absolute;
  inset: auto -${space.xs} -${space.xs} auto;
  display: grid;
  place-items: center;
  min-width: ${size.badge};
  height: ${size.badge};
  padding-inline: ${space.hair};
  ${type.label};
  ${figures};
  line-height: 1;
  color: ${({ $differs }) => ($differs ? colour('onDanger') : colour('surface'))};
  background: ${({ $differs }) => ($differs ? colour('danger') : colour('text'))};
  border-radius: ${radius.round};
`;
