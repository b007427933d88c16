// From an app that knows the restaurant, the way to its account page.
const merchantId = /(?:^|; )merchantId=([\w-]+)/.exec(document.cookie)?.[1];
for (const place of merchantId ? document.querySelectorAll('[data-account]') : []) {
  const link = document.createElement('a');
  link.href = place.dataset.account.replace('{}', merchantId);
  link.append(...place.childNodes);
  place.append(link);
}

// Puts this server's own facts in the place of the general words; a server that tells none leaves them.
const facts = document.querySelectorAll('[data-fact]');
const fill = (given) => {
  for (const element of facts) {
    const value = given[element.dataset.fact];
    if (value === undefined) continue;
    element.textContent = value === null ? element.dataset.none : element.dataset.some.replace('{}', value);
  }
};
try {
  const answer = await fetch('/api/system/privacy');
  const { success, data } = await answer.json();
  if (success && data) fill(data);
} catch {
  // The general words stand.
}
