export default {
  title: 'Call somebody',
  kind: { waiter: 'Waiter', water: 'Water', bill: 'The bill', part: 'My part' },
  state: { none: 'Tap to call', asked: 'Take back', answered: 'On the way' },
  told: {
    waiter: 'A waiter has been called.',
    water: 'Water has been asked for.',
    bill: 'The bill has been asked for.',
    part: 'The bill for your part has been asked for.',
  },
  answered: {
    waiter: 'A waiter is on the way.',
    waiterBy: '{{name}} is on the way.',
    water: 'Your water is on the way.',
    waterBy: '{{name}} brings the water.',
    bill: 'Your bill is on the way.',
    billBy: '{{name}} brings the bill.',
    part: 'The bill for your part is on the way.',
    partBy: '{{name}} brings the bill for your part.',
  },
};
