import { useTranslation } from 'react-i18next';
import { request } from '#client/api/call/request.ts';
import { reportLostOrder } from '#contract/calls/order.ts';
import { useCartCommands } from '#src/cart/hooks.ts';
import type { OrderedDish } from '#src/cart/order/restored-table.ts';
import { useLostOrder, type LostOrder } from '#src/cart/order/use-lost-order.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Box, Small, Stack, Text } from '#ui/primitives.tsx';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';
import { useDish } from './use-dish.ts';
import { useRestoredTable } from './use-restored-table.ts';

/**
 * After the restaurant restored its data from a backup, this sheet lists the order and the diner's lines that are
 * missing now. The diner can put the lines back. The staff receive a report of the order.
 */
export function RestoredTable() {
  const { t } = useTranslation('table');
  const commands = useCartCommands();
  const lost = useLostOrder();
  const textOf = useDishWords();
  useReportLostOrder(lost);
  const restored = useRestoredTable();
  if (!restored) return null;
  const { lines, hasJoined, isRead, markRead } = restored;
  const words = hasJoined ? 'joined' : 'restored';
  const handlePutBack = () => {
    for (const { item, quantity } of lines) commands?.add(item, quantity);
    markRead();
  };

  return (
    <Sheet open={!isRead} onClose={markRead} title={t(`${words}.title`)}>
      <Stack $gap="xl">
        <p>{t(`${words}.text`)}</p>
        {lost && <MissingOrder order={lost} textOf={textOf} />}
        {lines.length > 0 && (
          <div>
            <Text as="h3" $type="strong">
              {t('restored.mine')}
            </Text>
            <ul>
              {lines.map(({ item, quantity }) => (
                <li key={JSON.stringify(item)}>{textOf(item.productId, item.name ?? '', quantity)}</li>
              ))}
            </ul>
          </div>
        )}
        {lines.length === 0 && !lost && <p>{t('restored.nothing')}</p>}
        <Stack $gap="sm">
          {lines.length > 0 && (
            <Button wide onClick={handlePutBack}>
              {t('restored.putBack')}
            </Button>
          )}
          <Button wide variant={lines.length > 0 ? 'secondary' : 'primary'} onClick={markRead}>
            {t('restored.close')}
          </Button>
        </Stack>
      </Stack>
    </Sheet>
  );
}

type DishWords = (productId: string, name: string, quantity: number) => string;

/** Names a dish as the menu does now, or by `name` if the menu no longer has it. */
function useDishWords(): DishWords {
  const dishOf = useDish();
  const dishText = useDishText();
  return (productId, name, quantity) =>
    dishText(dishOf(productId)?.name ?? name, quantity, dishOf(productId)?.unitLabel);
}

/** Sends the missing order to the restaurant, once. If that fails, the sheet still asks the diner to show it. */
function useReportLostOrder(lost: LostOrder | undefined): void {
  const dishOf = useDish();
  useEffectWhen(lost !== undefined, () => {
    const { orderId, serial, at, dishes } = lost!;
    request(reportLostOrder, {
      body: {
        orderId,
        serial,
        at,
        dishes: dishes.map((dish) => createReportedDish(dish, dishOf(dish.productId)?.name)),
      },
    }).catch((error: unknown) => console.warn('the lost order could not be reported to the staff', error));
  });
}

function createReportedDish({ userName, productId, name, quantity }: OrderedDish, onMenu = name) {
  return { userName, productId, name: onMenu, quantity };
}

/** The order that the restaurant no longer has, for the diner to show to the staff. */
function MissingOrder({ order, textOf }: { order: LostOrder; textOf: DishWords }) {
  const { t } = useTranslation('table');
  const time = new Intl.DateTimeFormat(useLanguage(), { timeStyle: 'short' });
  return (
    <Box $pad="lg" $ground="sunken" $radius="md">
      <Text as="h3" $type="strong">
        {t('restored.order', { serial: order.serial, time: time.format(order.at) })}
      </Text>
      <Small>{t('restored.showStaff')}</Small>
      <ul>
        {order.dishes.map(({ userId, userName, productId, name, quantity }) => (
          <li key={`${userId} ${productId} ${name}`}>
            {textOf(productId, name, quantity)}
            {userName && <Small as="span"> {userName}</Small>}
          </li>
        ))}
      </ul>
    </Box>
  );
}
