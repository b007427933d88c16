import type { Command } from '#sync/commands/decide.ts';
import type { CartCommands } from './table-cart.ts';

/** What a diner can do to the cart, each as a wish of theirs. */
export function commandsOf(wish: (command: Command) => void): CartCommands {
  return {
    add: (item, quantity) => wish({ kind: 'add', item, quantity }),
    decrease: ({ lineId }, quantity) => wish({ kind: 'decrease', lineId, quantity }),
    editNotes: ({ lineId }, notes) => wish({ kind: 'editNotes', lineId, notes }),
    clear: (scope) => wish({ kind: 'clear', scope }),
    setGuests: (guests) => wish({ kind: 'setGuests', guests }),
    setOrderType: (orderType) => wish({ kind: 'setOrderType', orderType }),
  };
}
