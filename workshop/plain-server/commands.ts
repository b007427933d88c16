import type { PlainRestaurant } from './restaurant.ts';
import { setSwitch } from './switches/switch-text.ts';

/** The commands that a running server takes on its standard input, one a line. */
const commandHelp = `switch NAME=VALUE        set a switch (see README.md)
lines TABLE              show the cart of a table
add TABLE PERSON PRODUCT QUANTITY   a waiter adds a line to a diner's own
change TABLE LINE QUANTITY          a waiter sets a line's quantity; 0 takes it away
clear TABLE              staff empty the cart
close TABLE              the party has paid and left
out TABLE, in TABLE      take a table out of service, or back in
soldout PRODUCT, back PRODUCT       sell out, or have again
code PHONE               show the verification code of a phone
order-code TABLE         show the order code of a table
lose-carts               lose all carts; tokens stay good`;

/** Does one command, and gives what to print. */
export function runCommand(restaurant: PlainRestaurant, text: string): string {
  const [command = '', first = '', second = '', third = '', fourth = ''] = text.trim().split(/\s+/);
  const { staff } = restaurant;
  switch (command) {
    case 'switch':
      return setSwitch(restaurant.switches, text.trim().slice('switch '.length)) ?? 'set';
    case 'lines':
      return staff
        .linesOf(first)
        .map(({ personId, line }) => `${personId} line ${line.id}: ${line.quantity} ${line.product.name}`)
        .join('\n');
    case 'add':
      return staff.addLine(first, second, third, Number(fourth) || 1) ? 'added' : 'no such product';
    case 'change':
      return staff.changeLine(first, second, { quantity: Number(third) || 0 }) ? 'changed' : 'no such line';
    case 'clear':
      staff.clearCart(first);
      return 'cleared';
    case 'close':
      staff.closeTable(first);
      return 'closed';
    case 'out':
    case 'in':
      staff.setAvailable(first, command === 'in');
      return `table ${first} is ${command}`;
    case 'soldout':
    case 'back':
      staff.setSoldOut(first, command === 'soldout');
      return 'set';
    case 'code':
      return staff.codeSentTo(first) ?? 'none was sent';
    case 'order-code':
      return staff.orderCodeOf(first) ?? 'no such table';
    case 'lose-carts':
      staff.restoreCarts();
      return 'lost';
    default:
      return commandHelp;
  }
}
