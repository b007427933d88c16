/** Renders the API description as JSON and as a page. */
import { escapeHtml, renderHtmlPage } from '../html-page.ts';
import { place } from './components.ts';
import { describedCalls, type DescribedCall } from './named-schemas.ts';
import { createOpenApiDocument, type OpenApiDocument } from './openapi.ts';

/** @param origin the public URL of the server */
export function renderDocs(origin?: string): { readonly text: string; readonly html: string } {
  const document = createOpenApiDocument(origin);
  return { text: JSON.stringify(document), html: renderPage(document) };
}

function renderPage({ paths, components: { schemas } }: OpenApiDocument): string {
  const tags = [...new Set(describedCalls.map(({ tag }) => tag))];
  const sections = tags.map((tag) => {
    const calls = describedCalls.filter((each) => each.tag === tag).map((each) => renderCall(each, paths));
    return `<h2>${escapeHtml(tag)}</h2>${calls.join('')}`;
  });
  const named = Object.entries(schemas).map(
    ([name, each]) =>
      `<details id="${composeSchemaId(name)}"><summary><code>${escapeHtml(name)}</code></summary>${renderSchema(each)}</details>`,
  );
  const body = `<h1>API</h1>
<p class="about">Every call of the table server, from the schemas that validate it. For tools:
<a href="/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
<h2>Schemas</h2>${named.join('\n')}`;
  return renderHtmlPage({ title: 'API', style, body });
}

function renderCall({ name, call }: DescribedCall, paths: OpenApiDocument['paths']): string {
  const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
  const { summary, parameters, requestBody, responses } = paths[path]![call.method.toLowerCase()]!;
  const own = parameters.filter((each) => each.in !== 'header');
  const list = own.map(
    (each) =>
      `<li><code>${escapeHtml(each.name)}</code> in ${each.in}${each.required ? '' : ', optional'}</li>`,
  );
  return `<details id="${escapeHtml(name)}">
<summary><b>${call.method}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
${list.length > 0 ? `<ul>${list.join('')}</ul>` : ''}
${requestBody ? `<h3>Request</h3>${renderSchema(requestBody['content'])}` : ''}
<h3>Answer</h3>${renderSchema(responses['200']?.['content'])}
</details>`;
}

/** Renders a schema as JSON, in which each `$ref` is a link. */
function renderSchema(value: unknown): string {
  const text = escapeHtml(JSON.stringify(value, null, 2));
  const linked = text.replaceAll(
    new RegExp(`${place}(\\w+)`, 'g'),
    (ref, name: string) => `<a href="#${composeSchemaId(name)}">${ref}</a>`,
  );
  return `<pre tabindex="0">${linked}</pre>`;
}

function composeSchemaId(name: string): string {
  return `schema-${name}`;
}

const style = `
main { max-width: 880px; }
h2 { font-size: 18px; margin: 32px 0 8px; text-transform: capitalize; }
h3 { font-size: 14px; color: var(--quiet); margin: 16px 0 4px; }
a { color: var(--link); }
.about, span { color: var(--quiet); }
details { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 0 16px; margin: 8px 0; }
details[open] { padding-bottom: 16px; }
summary { min-height: 44px; padding: 10px 0; cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 56px; }
code, pre { font: 14px/1.5 ui-monospace, monospace; }
pre { overflow: auto; max-height: 480px; background: var(--page); border-radius: 8px; padding: 12px; }
`;
