interface HtmlPage {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  /** The page reloads itself at this interval, in seconds. */
  readonly refresh?: number;
}

/** Renders a page without scripts for people who look at the server in a browser. Title and body must be escaped. */
export function renderHtmlPage({ title, style, body, refresh }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">\n`}<title>${title}</title>
<style>${commonStyle}${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const commonStyle = `
:root { --page: #f6f6f4; --card: #ffffff; --text: #1d1d1b; --quiet: #63635e; --line: #e2e2dd; --link: #8a3324; }
@media (prefers-color-scheme: dark) {
  :root { --page: #161615; --card: #222220; --text: #f1f1ee; --quiet: #a5a59e; --line: #363633; --link: #f0a28f; }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; padding: 24px 16px 48px; }
main { margin: 0 auto; }
h1 { font-size: 24px; }`;
