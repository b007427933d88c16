import type { Command } from '#sync/commands/decide.ts';
import type { CartCommands } from './table-cart.ts';

/** The cart's actions for the pages. Each dispatches one command. */
export function createCartCommands(dispatch: (command: Command) => void): CartCommands {
  return {
    add: (item, quantity) => dispatch({ kind: 'add', item, quantity }),
    decrease: ({ lineId }, quantity) => dispatch({ kind: 'decrease', lineId, quantity }),
    editNotes: ({ lineId }, notes) => dispatch({ kind: 'editNotes', lineId, notes }),
    clear: (scope) => dispatch({ kind: 'clear', scope }),
    setGuests: (guests) => dispatch({ kind: 'setGuests', guests }),
    setOrderType: (orderType) => dispatch({ kind: 'setOrderType', orderType }),
  };
}
