export default {
  title: 'Your page',
  back: 'Back to the counter',
  push: {
    title: 'Notifications on this device',
    text: 'They arrive while you are logged in, also when the app is closed. You get none about what you do yourself.',
    kinds: 'Notify me of',
    kind: { orders: 'New orders', calls: 'Calls of guests', payments: 'Payments' },
    station: 'Orders with dishes of',
    allStations: 'All stations',
    turnOn: 'Turn on notifications',
    turnOff: 'Turn off',
    save: 'Save',
    isOn: 'Notifications are on',
    isOff: 'Notifications are off',
    notAllowed: 'This browser did not allow notifications',
    unsupported:
      'This browser cannot show notifications. On an iPhone or iPad, add the app to the home screen first, and open it there.',
    forbidden: 'Notifications are blocked for this page. Allow them in the settings of the browser.',
    lacksKey:
      'The server cannot store its key for notifications yet. Ask its operator to set SECRET_KEY and to restart it.',
    atBranch: 'Notifications come from the restaurant of your login. Open it to change them.',
    problem: 'The last notification did not arrive ({{problem}}). Turn notifications off and on again.',
  },
} as const;
