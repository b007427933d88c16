// From an app that knows the restaurant, the way to its account page.
const merchantId = /(?:^|; )merchantId=([\w-]+)/.exec(document.cookie)?.[1];
for (const place of merchantId ? document.querySelectorAll('[data-account]') : []) {
  const link = document.createElement('a');
  link.href = place.dataset.account.replace('{}', merchantId);
  link.append(...place.childNodes);
  place.append(link);
}

// Puts this server's own facts in the place of the general words; a server that tells none leaves them.
try {
  // Each restaurant has a payment page of its own.
  const headers = merchantId ? { merchantId } : {};
  const answer = await fetch('/api/system/privacy', { headers });
  const { data } = await answer.json();
  for (const element of document.querySelectorAll('[data-fact]')) {
    const { fact, some, none } = element.dataset;
    const value = data[fact];
    if (value !== undefined) element.textContent = value === null ? none : some.replace('{}', value);
  }
} catch {
  // The general words stand.
}
