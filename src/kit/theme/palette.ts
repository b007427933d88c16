/** The raw colours: paper, ink and clay, and a hue for each diner. Only `theme.ts` reads them. */
export const palette = {
  paper: '#f8f3ea',
  paperBright: '#fffdf9',
  paperShade: '#efe6d7',
  paperLine: '#dfd2bf',
  ink: '#2a1c14',
  inkSoft: '#65523f',
  inkDeep: '#1a100a',

  walnut: '#1a130f',
  walnutBright: '#261d17',
  walnutRaised: '#32271f',
  walnutShade: '#120c09',
  walnutLine: '#48392e',
  cream: '#f7ecdf',
  creamSoft: '#c4b09d',

  clay: '#8f7b67',
  clayLight: '#93806f',

  white: '#ffffff',
  black: '#000000',

  chilli: '#b3261e',
  chilliLight: '#ff9b8f',
  leaf: '#2f6b3a',
  leafLight: '#93d19b',
  honey: '#8a5a00',
  honeyLight: '#f1c46b',

  scrim: 'rgb(42 28 20 / 0.48)',
  scrimDeep: 'rgb(8 4 2 / 0.66)',
  shadow: '0 0.5rem 1.75rem rgb(74 47 26 / 0.14), 0 0.125rem 0.375rem rgb(74 47 26 / 0.08)',
  shadowDeep: '0 0.5rem 1.75rem rgb(0 0 0 / 0.5), 0 0.125rem 0.375rem rgb(0 0 0 / 0.4)',
} as const;

/** CL2: the colour of a merchant that has chosen none. */
export const defaultMerchantColour = '#f6821f';

/** Diner colours, far enough from each other to be told apart on one table. */
export const dinerHues = [
  '#c2452d',
  '#1f7a5c',
  '#3a62b5',
  '#a23b72',
  '#b0720b',
  '#6a4fb3',
  '#15788c',
  '#7a6a1d',
  '#8d4a2f',
  '#4b7a22',
] as const;
