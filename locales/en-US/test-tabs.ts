export default {
  label: 'Support tools',
  viewer: 'Log viewer',
  simulator: 'Table simulator',
} as const;
