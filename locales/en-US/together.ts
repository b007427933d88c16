export default {
  title: 'At your table',
  open: 'At your table: {{names}}',
  people: 'Who is here',
  here: 'Here now',
  away: 'Phone put away',
  dishes_one: '{{count}} dish in the cart',
  dishes_other: '{{count}} dishes in the cart',

  disc: {
    empty: 'The turntable is empty.',
    more: '+{{count}}',
    hint: 'Tap a plate to see whose it is.',
    whose: '{{name}}: {{dish}}',
    holds: 'On the turntable: {{list}}.',
    dishesOf_one: '{{count}} dish of {{name}}',
    dishesOf_other: '{{count}} dishes of {{name}}',
  },

  invite: {
    title: 'Invite someone',
    text: 'Let them scan this with their camera, or send them the link.',
    code: 'QR code of this table',
    message: 'Order with us at {{place}}',
    share: 'Share the link',
    copy: 'Copy link',
    copied: 'The link is copied.',
    failed: 'The link could not be copied.',
  },

  feed: {
    title: 'What happened',
    loading: 'Loading what happened',
    empty: 'Nothing yet. Every change at the table will show here.',
    fresh: 'New for you',
    earlier: 'Show earlier changes',
    self: 'You',
    added: '{{name}} added {{dish}}',
    addedSeveral_one: '{{name}} added {{count}} dish: {{list}}',
    addedSeveral_other: '{{name}} added {{count}} dishes: {{list}}',
    removed: '{{name}} took out {{dish}}',
    notes: '{{name}} noted “{{notes}}” on {{product}}',
    notesGone: '{{name}} took the notes off {{product}}',
    clearedTable: '{{name}} cleared the whole table',
    clearedOwn: '{{name}} cleared their own dishes',
    ordered: '{{name}} placed the order',
    /** The list is of `ownDish` and `dishOf`. */
    orderedWithout: '{{name}} placed the order. Left in the cart: {{list}}',
    ownDish: 'your {{product}}',
    dishOf: '{{product}} of {{name}}',
    guests_one: '{{name}} set the number of guests to {{count}}',
    guests_other: '{{name}} set the number of guests to {{count}}',
    dineIn: '{{name}} chose to eat here',
    toGo: '{{name}} chose to take it away',
    orderType: '{{name}} changed how the order is served',
    refused: 'It did not go through.',
    /** What no diner’s phone tells of. */
    unsigned: {
      own: {
        added: 'The restaurant added {{dish}} for you',
        removed: 'The restaurant took {{dish}} off your dishes',
        notes: 'The restaurant changed the notes on your {{product}}',
      },
      members: {
        added: '{{dish}} was added for you, by the restaurant or on another phone of yours',
        removed: '{{dish}} was taken off your dishes, by the restaurant or on another phone of yours',
        notes: 'The notes on your {{product}} were changed, by the restaurant or on another phone of yours',
      },
      others: {
        added: '{{dish}} was added for {{name}}',
        removed: '{{dish}} was taken off {{name}}’s dishes',
        notes: 'The notes on {{name}}’s {{product}} were changed',
      },
      emptied: 'The table’s cart was emptied',
    },
    someDish: 'a dish',
  },

  missed_one: '{{count}} change meanwhile',
  missed_other: '{{count}} changes meanwhile',
  beforeYou_one: '{{count}} earlier change',
  beforeYou_other: '{{count}} earlier changes',
  /** Either of them, beside the header’s buttons. */
  changes_one: '{{count}} change',
  changes_other: '{{count}} changes',

  story: {
    title: 'Who added this?',
    nothing: 'It was in the cart before you joined the table.',
  },
} as const;
