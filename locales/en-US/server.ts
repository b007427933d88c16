/** The texts of the server's answers, text messages, mails and payment pages, and of the sheet with the QR codes. */
export default {
  failures: {
    recordDamaged:
      'The restaurant’s record of this table is damaged. Please ask the staff to close the table.',
    cannotSave: 'The restaurant’s server cannot save anything right now. Please tell the staff.',
    unexpected: 'Something went wrong. Please try again later.',
  },
  requests: {
    foreign:
      'This was not sent by the staff page of this server. If it was, PUBLIC_URL must be the address of the page',
    fileType: 'Send the file with one of these as its Content-Type: {{types}}',
    fileTooLarge: 'The file is too large: at most {{most}} MiB',
    tooMany: 'Too many requests; try again in {{seconds}} s',
  },
  tables: {
    unavailable: 'This table is not available; scan its QR code again',
    removed: 'The staff asked you to leave this table',
    other: 'You are at another table; scan its QR code again',
    codeSentTooOften: 'The order code was sent too many times. Ask the staff for it',
    codeTriedTooOften: 'Wrong order codes were tried too often at this table: ask the staff for a new one',
    free: 'Nobody sits at this table',
    noDiner: 'This diner does not sit at this table',
    notRemoved: 'This diner was not sent away from this table',
    unknown: 'There is no table {{id}}',
    callWithdrawn: 'This call was withdrawn',
  },
  sms: {
    noProvider: 'This restaurant cannot send messages. Please ask the staff.',
    badRecipient: 'No text message can be sent to this number. Please check it, or ask the staff.',
    notSent: 'The message could not be sent. Please try again later.',
    loginCode: '{{code}} is your code for {{restaurant}}. It is valid for {{minutes}} minutes.',
    ready: '{{restaurant}}: your order {{serial}} is ready for pickup.',
    test: 'This is a test message of {{restaurant}}. Text messages work.',
    orderCode: 'The order code of table {{table}} is {{code}}.',
  },
  mail: {
    testSubject: 'Test message of {{restaurant}}',
    test: 'E-mail works.',
    wrongAddress: 'This is not a valid e-mail address',
    notPaid: 'This order is not paid yet',
    noMailServer: 'This restaurant sends no e-mail',
  },
  orders: {
    closed: 'Order closed',
    tooLong:
      'One order has no room for all of that. Leave something in the cart, or pay what is ordered: what comes next goes on a new order',
    tooLongForStaff: 'This order is as long as one may be: settle it, and the next dish goes on a new one',
    lineLimit: '{{dish}}: one line may come to {{most}} at most; ask the staff for more',
    billsOpen: 'Bills are open: this change takes effect at a closing',
    fewerLeft: 'Fewer are left: {{dishes}}',
    portionsLeft: '{{dish}} ({{count}})',
    unknown: 'There is no order {{id}}',
    coupon: 'This coupon cannot be used for this order',
    tooManyChanges: 'Too many changes are open: order or clear the cart first',
    cartFull: 'The cart is full',
    soldOut: 'Sold out: {{dish}}',
    dishChanged: 'No longer on the menu like this: {{dish}}',
  },
  taxes: {
    /** The name of the tax of a restaurant that does not name it. */
    usual: 'Tax',
  },
  opening: {
    closed: {
      title: 'Closed',
      text: 'We’re closed right now. Your dishes stay in the cart.',
    },
    closedUntil: {
      title: 'Closed · opens {{time}}',
      text: 'We’re closed right now. You can order from {{time}}. Your dishes stay in the cart.',
    },
    paused: {
      title: 'Orders paused',
      text: 'We’re not taking orders right now: {{reason}} Your dishes stay in the cart.',
    },
    pausedUntil: {
      title: 'Paused until {{time}}',
      text: 'We’re not taking orders until {{time}}: {{reason}} Your dishes stay in the cart.',
    },
    busy: {
      title: 'Busy · order from {{time}}',
      text: 'The kitchen has many orders right now. You can order from {{time}}. Your dishes stay in the cart.',
    },
    /** A reason that staff wrote without a full stop. */
    reason: '{{words}}.',
  },
  pickup: {
    noDelivery: 'This restaurant does not deliver. Please order to go, and pick it up.',
    notOffered: 'This pickup time is no longer offered. Please choose another one.',
  },
  payments: {
    tip: 'Tip',
    none: 'This restaurant takes no payment here',
    noAnswer: 'The payment service does not answer. Please try again, or pay at the counter.',
    currency:
      'The payment service of this restaurant does not take this currency. Please pay at the counter.',
    unit: 'The payment service cannot take this exact amount. Please pay at the counter.',
    moreThanOwed: 'That is more than is owed',
    goOn: 'Continue to payment',
    unknown: 'There is no such payment. Go back to your order.',
    invoice: 'Please check the invoice details',
    title: 'Payment',
  },
  push: {
    lacksKey: 'The server lacks a SECRET_KEY; ask its operator',
    notPublic: 'The address of this browser’s push service is not public',
    tooMany: 'Too many devices get notifications',
    table: 'Table {{name}}',
    toGo: 'To go',
    order: '{{where}}: new order',
    dishes: 'Order {{serial}}, dishes: {{dishes}}',
    calls: {
      waiter: 'Calls a waiter',
      water: 'Would like water',
      bill: 'Would like the bill',
    },
    paid: 'Paid {{price}}',
  },
  cash: {
    dayClosed: 'That day is closed already. Load this page again.',
    tooMany: 'There are too many entries. Close the day first.',
  },
  closing: {
    isClosed: '{{day}} is closed already',
    otherFirst: 'Close {{day}} first',
  },
  webhooks: {
    noAddress: 'This is not an address',
    notHttps: 'The address must start with https:// and contain no password',
    notPublic: 'This address leads into a private network',
    notFound: 'There is no server at this address',
    tooMany: 'There are already {{most}} webhooks. Remove one first',
  },
  history: {
    builtOn: 'Part of this has changed again since: take that back first',
    unknown: 'There is no such change',
  },
  menu: {
    mistake: '{{place}}: {{mistake}}',
    changedMeanwhile: 'Somebody else has changed this meanwhile',
    notJson: 'This file is not valid JSON: {{why}}',
    noDish: 'Merchant {{merchant}} has no dish {{dish}}',
    noOption: 'Merchant {{merchant}} has no option {{option}}',
    draftTooLarge: 'The draft is too large: publish it first',
  },
  members: {
    wrongPhone: 'Enter a phone number that can be called',
    wrongCode: 'Wrong or expired code',
    oneMessage: 'Only one message can be sent in one minute',
    signUp: 'This phone is not registered; enter sign up',
    atTable: 'Ask the staff to close the table first',
    openOrder: 'One of your orders is still open',
    guest: 'Guests cannot place orders: log in with your phone first',
  },
  staff: {
    wrongPassword: 'The password is wrong',
    newDevice: 'A PIN is not enough on a device that was never logged in',
    wrongPin: 'The PIN is wrong',
    pinSpent: 'Too many wrong PINs on this device',
    wrongCode: 'This code is wrong, used up or too old',
    cannotApprove: 'Only an owner or a manager can approve this',
    ownersLimits: 'Only an owner can change what managers may do alone',
    needsApproval: 'This needs the PIN of an owner or a manager',
    needsOwner: 'This needs the PIN of an owner',
    tooManyTokens: 'There are {{most}} tokens: revoke one that nobody uses',
    noReport: 'There is no report {{code}}',
  },
  sheet: {
    scan: 'Scan to order together',
    noTable: 'There is no table to print',
  },
  pictures: {
    unreadable: 'This picture cannot be read: send a JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG',
    tooManyPixels: 'This picture has too many pixels: at most {{most}}',
    tooSlow: 'This picture is too much work: send it as a JPEG or smaller',
    outside: 'This square lies beyond the edge of the picture',
  },
} as const;
