import { useTranslation } from 'react-i18next';
import type { Product } from '#contract/calls/merchant.ts';
import { isSoldOut } from '#contract/dish/menu-index.ts';
import { haveSameKey } from '#events/item.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { useOrderDetail } from '#client/api/queries/diner-queries.ts';
import { useCarts } from '#src/cart/hooks.ts';
import { isShown } from '#ui/bill/order-rounds.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';
import { Stack } from '#ui/primitives.tsx';
import type { TableLine } from '#client/cart/table-cart.ts';
import type { OthersOrder } from './use-others-orders.ts';

interface Props {
  readonly open: boolean;
  readonly order: OthersOrder;
  dishOf(productId: string): Product | undefined;
  onClose(): void;
  onAddItem(): void;
  onViewDetail(): void;
}

/**
 * Tells the diner that somebody else placed the order, added a round or changed it. It lists the dishes of the new
 * round, and the dishes in the cart that were not ordered with it.
 */
export function OrderNews({ open, order: { kind, orderId, userName }, dishOf, ...on }: Props) {
  const { t } = useTranslation(['order', 'table']);
  const carts = useCarts();
  const { data, isFetching } = useOrderDetail(orderId);
  const round = filterNewestRound(data?.orderItems.filter(isShown) ?? []);
  // The order may arrive before the cart's removal does. A line that is in the round is therefore not left, even if the
  // cart still shows it. Each line of the round counts once, and until it has loaded no line is left.
  const unmatched = [...round];
  const matchPlaced = (line: TableLine, whose: string) => {
    const at = unmatched.findIndex((placed) => isSame(placed, line, whose));
    return at >= 0 && unmatched.splice(at, 1).length > 0;
  };
  const left = carts.flatMap(({ lines, userName: whose }) =>
    lines
      .filter((line) => !isFetching && !matchPlaced(line, whose))
      .map(({ item: { productId, name }, quantity, mine }) => ({ productId, name, quantity, mine })),
  );
  const listOf = useDishList(dishOf);
  const canStay = kind !== 'submitted' || left.length > 0;
  const chooseReason = ({ productId, mine }: (typeof left)[number]) =>
    mine ? (isSoldOut(dishOf(productId)) ? 'soldOutMine' : 'leftMine') : 'left';

  return (
    <Dialog
      open={open}
      onClose={on.onClose}
      title={t(`${kind}.title`)}
      text={
        <Stack $gap="sm">
          <p>
            {kind === 'changed' && userName === ''
              ? t('changed.text')
              : t(`${kind}.by`, { name: userName || t('table:notices.someone') })}
          </p>
          {kind !== 'changed' && <Ordered dishes={round} listOf={listOf} />}
          {(['soldOutMine', 'leftMine', 'left'] as const).map((reason) => {
            const dishes = left.filter((dish) => chooseReason(dish) === reason);
            return dishes.length > 0 && <p key={reason}>{t(`news.${reason}`, { list: listOf(dishes) })}</p>;
          })}
        </Stack>
      }
      actions={
        <>
          <Button wide onClick={on.onViewDetail}>
            {t('submitted.viewDetail')}
          </Button>
          <Button variant="secondary" wide onClick={canStay ? on.onClose : on.onAddItem}>
            {t(canStay ? 'updated.close' : 'submitted.addItem')}
          </Button>
        </>
      }
    />
  );
}

interface Dish {
  readonly productId: string;
  readonly name?: string | undefined;
  readonly quantity: number;
}

function filterNewestRound(lines: readonly PlacedItem[]): readonly PlacedItem[] {
  const newest = Math.max(...lines.map(({ round }) => round));
  return lines.filter(({ round }) => round === newest);
}

/**
 * True if the ordered line is this line of the cart. A diner who logged in to order has a new id in the order, while
 * the cart may still have the old one. So the same name is enough.
 */
function isSame(placed: PlacedItem, { userId, item, quantity }: TableLine, userName: string): boolean {
  const { productId, categoryId, notes, orderItemModifiers: modifiers } = placed;
  if (placed.quantity !== quantity) return false;
  if (!haveSameKey({ productId, categoryId, notes, modifiers }, item)) return false;
  return placed.userId === userId || (userName !== '' && placed.userName === userName);
}

interface OrderedProps {
  readonly dishes: readonly Dish[];
  listOf(dishes: readonly Dish[]): string;
}

/** The dishes of the newest round, or nothing before it has loaded. */
function Ordered({ dishes, listOf }: OrderedProps) {
  const { t } = useTranslation('order');
  return dishes.length > 0 && <p>{t('news.dishes', { list: listOf(dishes) })}</p>;
}

/** The dialog names at most this many dishes, so that it stays short. */
const mostNamed = 6;

function useDishList(
  dishOf: (productId: string) => Product | undefined,
): (dishes: readonly Dish[]) => string {
  const { t } = useTranslation(['order', 'cart']);
  const dishText = useDishText();
  return (dishes) => {
    const sums = new Map<string, Dish>();
    for (const dish of dishes) {
      const name = dishOf(dish.productId)?.name ?? dish.name ?? '';
      sums.set(name, { ...dish, name, quantity: (sums.get(name)?.quantity ?? 0) + dish.quantity });
    }
    const named = [...sums].map(([name, { productId, quantity }]) =>
      dishText(name, quantity, dishOf(productId)?.unitLabel),
    );
    const rest = named.length - mostNamed;
    const shown = rest > 0 ? [...named.slice(0, mostNamed), t('news.more', { count: rest })] : named;
    return shown.join(t('cart:separator'));
  };
}
