import { ShoppingBag, Soup } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { orderType, toScreenOrderType } from '#contract/states.ts';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import { useMerchantId } from '#src/diner/current-merchant.ts';
import { findTableAt, useDiner } from '#src/diner/diner.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { useLinks } from '#ui/routes/language.ts';
import { useGoToMenu } from './go-to-menu.ts';
import { useCartCommands } from '#src/cart/hooks.ts';
import { border, colour, cramped, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { LinkButton } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Spinner } from '#ui/feedback/Spinner.tsx';
import type { QuestionPopupProps } from '#src/popups/question-popup.ts';
import { Small, Text } from '#ui/primitives.tsx';

/** Asks whether the diner orders at the table or to go. */
export default function OrderTypePopup({ open, onAnswer }: QuestionPopupProps) {
  const { t } = useTranslation('table');
  const merchantId = useMerchantId();
  const goToMenu = useGoToMenu(merchantId ?? '');
  const handleDone = useCallback(() => void onAnswer(true).then(goToMenu), [onAnswer, goToMenu]);

  return (
    <Sheet open={open} onClose={() => void onAnswer(false)} title={t('orderType.title')} height="part">
      {merchantId !== undefined && <Choices merchantId={merchantId} onDone={handleDone} />}
    </Sheet>
  );
}

type Choice = 'dineIn' | 'toGo';

function Choices({ merchantId, onDone }: { merchantId: string; onDone(): void }) {
  const { t } = useTranslation('table');
  const whyFailed = useFailureText();
  const diner = useDiner();
  const links = useLinks();
  const commands = useCartCommands();
  const [chosen, setChosen] = useState<Choice>();
  const [problem, setProblem] = useState<string>();
  const table = findTableAt(merchantId, diner);
  const isAtTable = table !== undefined;
  const hasCart = diner.table?.merchantId === merchantId;

  // An effect, because the cart may still be opening after a scan or a new order to go.
  useEffect(() => {
    if (!chosen || !hasCart || !commands) return;
    commands.setOrderType(orderType[chosen]);
    logBehaviour('order-type-chosen', { type: String(toScreenOrderType(orderType[chosen])) });
    onDone();
  }, [chosen, hasCart, commands, onDone]);

  const handleDineIn = () => {
    if (isAtTable) setChosen('dineIn');
    else setProblem(t('orderType.scanAgain'));
  };
  const handleToGo = async () => {
    setProblem(undefined);
    setChosen('toGo');
    if (hasCart) return;
    try {
      await diner.orderWithoutTable(merchantId);
    } catch (error) {
      setChosen(undefined);
      setProblem(whyFailed(error));
    }
  };

  return (
    <Stack>
      <Cards>
        <TypeCard
          icon={<Soup aria-hidden />}
          title={t('orderType.dineIn')}
          text={table ? t('orderType.dineInAt', { name: table.tableName }) : t('orderType.dineInText')}
          busy={chosen === 'dineIn'}
          disabled={chosen !== undefined}
          onClick={handleDineIn}
        />
        <TypeCard
          icon={<ShoppingBag aria-hidden />}
          title={t('orderType.toGo')}
          text={t('orderType.toGoText')}
          busy={chosen === 'toGo'}
          disabled={chosen !== undefined}
          onClick={() => void handleToGo()}
        />
      </Cards>
      {problem && <Banner tone="warning">{problem}</Banner>}
      {!isAtTable && (
        <LinkButton variant="quiet" to={links.scan()}>
          {t('orderType.scan')}
        </LinkButton>
      )}
      {!isAtTable && <Small $centred>{t('orderType.hint')}</Small>}
    </Stack>
  );
}

interface CardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly busy: boolean;
  readonly disabled: boolean;
  onClick(): void;
}

function TypeCard({ icon, title, text, busy, disabled, onClick }: CardProps) {
  return (
    <Card type="button" aria-busy={busy || undefined} disabled={disabled} onClick={onClick}>
      <Badge>{busy ? <Spinner /> : icon}</Badge>
      <Text as="span" $type="heading" $colour="text">
        {title}
      </Text>
      <span>{text}</span>
    </Card>
  );
}

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space.lg};
  height: 100%;
`;

const Cards = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space.md};
  flex: 1;

  ${cramped} {
    grid-template-columns: 1fr;
  }
`;

const Card = styled.button`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space.xs};
  padding: ${space.xl} ${space.md};
  ${type.small};
  color: ${colour('textMuted')};
  background: ${colour('page')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.lg};

  &:active {
    background: ${colour('accentSoft')};
  }
`;

const Badge = styled.span`
  display: grid;
  place-items: center;
  width: ${size.ring};
  height: ${size.ring};
  margin-bottom: ${space.sm};
  ${type.title};
  color: ${colour('accentText')};
  background: ${colour('accentSoft')};
  border-radius: ${radius.round};
`;
