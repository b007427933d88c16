/** The restaurants' marks. */
export const logos: Readonly<Record<string, string>> = {
  // A paper lantern over a bowl.
  '1001':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="Lantern Alley Kitchen"><rect width="96" height="96" rx="24" fill="#f6821f"/><path d="M48 10v10" stroke="#7a2f0b" stroke-width="4" stroke-linecap="round"/><rect x="37" y="18" width="22" height="6" rx="3" fill="#7a2f0b"/><ellipse cx="48" cy="40" rx="25" ry="18" fill="#fff3dc"/><path d="M48 22v36M37 24.5c-6 9-6 22 0 31M59 24.5c6 9 6 22 0 31" stroke="#f6a85c" stroke-width="2.4" fill="none"/><rect x="37" y="56" width="22" height="6" rx="3" fill="#7a2f0b"/><path d="M22 67h52c0 12-9 19-19 20H41c-10-1-19-8-19-20z" fill="#fff3dc"/><path d="M28 73h40" stroke="#f6821f" stroke-width="3" stroke-linecap="round" stroke-dasharray="1 6"/></svg>\n',
  // An ember above the tide.
  '1002':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="Ember &amp; Tide"><rect width="96" height="96" rx="24" fill="#0b8378"/><path d="M50 12c3 13 17 19 17 34a19 19 0 0 1-38 0c0-9 5-14 9-19 1 6 3 8 6 9 3-8 2-16 6-24z" fill="#ffb35c"/><path d="M49 36c2 6 8 9 8 16a9 9 0 0 1-18 0c0-4 2-6 4-9 1 3 2 4 3 4 1-4 1-7 3-11z" fill="#fff1d6"/><path d="M14 72c7-7 14-7 21 0s14 7 21 0 14-7 26 0M14 83c7-7 14-7 21 0s14 7 21 0 14-7 26 0" stroke="#e8fffb" stroke-width="4.5" stroke-linecap="round" fill="none"/></svg>\n',
  // Two leaves and a cup.
  '1003':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="Slow Leaf Tea House"><rect width="96" height="96" rx="24" fill="#5f7f2e"/><path d="M47 46C28 44 22 29 24 14c16 2 25 14 23 32z" fill="#e6f2c4"/><path d="M50 46c-1-15 7-25 22-27 1 15-7 26-22 27z" fill="#c3dd86"/><path d="M29 20c7 7 13 15 18 26M67 24c-7 5-13 13-17 22" stroke="#5f7f2e" stroke-width="2.2" stroke-linecap="round" fill="none"/><path d="M20 52h56c0 19-11 30-28 30S20 71 20 52z" fill="#fffbee"/><path d="M27 58h42" stroke="#b98a3c" stroke-width="4" stroke-linecap="round"/><rect x="34" y="82" width="28" height="5" rx="2.5" fill="#fffbee"/></svg>\n',
};
