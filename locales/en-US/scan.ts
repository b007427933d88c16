export default {
  title: 'Scan a table',
  text: 'Hold your phone over the QR code on your table.',
  camera: {
    label: 'Camera picture',
    opening: 'Opening the camera…',
    again: 'Try the camera again',
    insecure:
      'This page can only use the camera over a secure connection (https). Use your phone’s own camera, or enter the link below.',
    denied:
      'The camera is not allowed here. Allow it in your browser’s settings for this page, or enter the link below.',
    none: 'This device has no camera that can be used. Enter the link below instead.',
    busy: 'Another app is using the camera. Close it and try again, or enter the link below.',
    other: 'The camera could not be opened. Try again, or enter the link below.',
    reader:
      'The QR reader could not be loaded. Check your connection and try again, or enter the link below.',
  },
  link: {
    label: 'Or enter the link or code on the card',
    hint: 'It looks like …/m/1001/q/7 or 1001-7.',
    required: 'Please enter the link.',
    go: 'Open',
  },
  result: {
    title: 'Scan result',
    nothing: 'Nothing was scanned.',
    foreign:
      'This is not the code of a table. Look for the code that stands on your table, or ask the staff.',
    elsewhere: 'This code leads to another site.',
    toTable: 'Go to this table',
    leave: 'Open the other site',
    again: 'Scan again',
  },
  home: {
    text: 'One table, one cart: scan, choose together, order.',
    scan: 'Scan a table',
    backTo: 'Back to {{merchant}}',
  },
} as const;
