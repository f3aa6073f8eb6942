import { z } from 'zod'
import { once } from '../../basics/ttl-cache.ts'
import { type Operation, openOperation } from '../operation.ts'
import type { Description, Json } from './openapi.ts'

/** The API reference as one self-contained page: no scripts, nothing fetched. */
function docsPage(description: Description): string {
  const { info, tags, paths, components, servers } = description
  const address = servers[0]?.url ?? ''
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = tags.map(
    ({ name, description: text }) =>
      `<h2 id="${slug(name)}">${escapeHtml(name)}</h2><p>${escapeHtml(text)}</p>${operations
        .filter(({ operation }) => (operation.tags as string[]).includes(name))
        // What is described is ours: `openapi.ts` writes it.
        .map(({ path, method, operation }) =>
          operationBlock(address, path, method, operation as unknown as DescribedOperation),
        )
        .join('')}`,
  )
  const schemas = Object.entries(components.schemas)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => schemaBlock(name, schema))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)}</title><style>${style}</style></head><body><nav>${tags
    .map(({ name }) => `<a href="#${slug(name)}">${escapeHtml(name)}</a>`)
    .join('')}<a href="#schemas">Schemas</a><a href="/openapi.json">openapi.json</a></nav><main>
<h1>${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></h1><p>${escapeHtml(info.description)}</p>
<p>Commands use shell variables: <code>export KEY=id:secret merchantId=demo</code>, <code>ADMIN_TOKEN</code>, and parameters by their names.</p>
${sections.join('')}<h2 id="schemas">Schemas</h2>${schemas.join('')}</main></body></html>`
}

interface DescribedOperation {
  operationId: string
  summary: string
  description: string
  security: Json[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Json }[]
  requestBody?: { description: string; content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json; example?: unknown }> }>
}

function operationBlock(address: string, path: string, method: string, operation: DescribedOperation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const takes = (parameters ?? []).map(
    ({ name, in: place, required, description: text = '', schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required ? ' *' : ''}</td><td>${place}</td><td>${typeOf(schema)}</td><td>${prose(text)}</td></tr>`,
  )
  const gives = Object.entries(responses).map(
    ([status, { description: text, content = {} }]) =>
      `<tr><td>${status}</td><td>${Object.entries(content)
        .map(([type, { schema }]) => (type === 'application/json' ? typeOf(schema) : escapeHtml(type)))
        .join('')}</td><td>${prose(text)}</td></tr>`,
  )
  const body = requestBody && Object.values(requestBody.content)[0]
  const answer = Object.values(responses).flatMap(({ content = {} }) =>
    Object.values(content).flatMap(({ example }) => (example === undefined ? [] : [example])),
  )[0]
  return `<section id="${escapeHtml(operationId)}"><h3><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)}${description === `${summary}.` ? '' : `. ${prose(description)}`}</p>
${takes.length > 0 ? `<table><tr><th>Parameter<th>In<th>Type<th></tr>${takes.join('')}</table>` : ''}
${body ? `<p>Body: ${typeOf(body.schema)}. ${prose(requestBody.description)}</p>` : ''}
<pre>${escapeHtml(commandOf(address, path, method, operation))}</pre>
<table><tr><th>Status<th>Body<th></tr>${gives.join('')}</table>${exampleBlock(answer)}</section>`
}

/** The operation as a shell command; what it needs are shell variables: `merchantId=demo KEY=id:secret`. */
function commandOf(address: string, path: string, method: string, operation: DescribedOperation): string {
  const [needed = {}] = operation.security
  const credentials =
    'admin' in needed ? ' -H "Authorization: Bearer $ADMIN_TOKEN"' : 'apiKey' in needed ? ' -u "$KEY"' : ''
  const query = (operation.parameters ?? [])
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name }) => `${name}=$${name}`)
    .join('&')
  const url = `${address}${path.replace(/\{(\w+)\}/g, '$$$1')}${query && `?${query}`}`
  const command = `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`}${credentials} "${url}"`
  const body = operation.requestBody?.content['application/json']?.example
  if (body === undefined) return command
  return `${command} \\\n  -H 'Content-Type: application/json' -d @- <<'JSON'\n${JSON.stringify(body, null, 2)}\nJSON`
}

function exampleBlock(example: unknown): string {
  return example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`
}

function schemaBlock(name: string, schema: Json): string {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] }
  const rows = Object.entries(properties).map(
    ([field, part]) =>
      `<tr><td><code>${escapeHtml(field)}</code>${required.includes(field) ? ' *' : ''}</td><td>${typeOf(part)}</td><td>${prose(String(part.description ?? ''))}</td></tr>`,
  )
  const fields =
    rows.length > 0 ? `<table><tr><th>Field<th>Type<th></tr>${rows.join('')}</table>` : `<p>${typeOf(schema)}</p>`
  return `<section id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${fields}</section>`
}

function typeOf(schema: Json): string {
  const { $ref, type, items, anyOf, oneOf, enum: values, format, additionalProperties } = schema
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? ''
    return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`
  }
  const choices = (anyOf ?? oneOf) as Json[] | undefined
  if (choices) return choices.map(typeOf).join(' or ')
  if (Array.isArray(values)) return values.map(value => `<code>${escapeHtml(String(value))}</code>`).join(' ')
  if (type === 'array') return `list of ${typeOf((items ?? {}) as Json)}`
  if (type === 'object' && typeof additionalProperties === 'object')
    return `map to ${typeOf(additionalProperties as Json)}`
  return escapeHtml([Array.isArray(type) ? type.join(' or ') : (type ?? 'any'), format].filter(Boolean).join(', '))
}

function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]{1,200})`/g, '<code>$1</code>')
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z]+/g, '-')
}

/** Escapes text for HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:#1f5c4d}
@media(prefers-color-scheme:dark){:root{--accent:#7cc7b3}}
body{margin:0;font:15px/1.5 system-ui,sans-serif}
nav{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:18px;padding:12px 24px;background:Canvas;border-bottom:1px solid var(--line)}
main{max-width:60rem;margin:0 auto;padding:8px 24px 80px}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
h1 small{font-weight:400;opacity:.6;font-size:.6em}h2{margin-top:48px}
section{margin:24px 0;padding:4px 18px 14px;border:1px solid var(--line);border-radius:8px;overflow-x:auto}
section h3{font-weight:500;font-size:16px;scroll-margin-top:60px}section b{color:var(--accent)}
table{border-collapse:collapse;width:100%;margin:8px 0}
th{text-align:left;font-size:12px;font-weight:600;opacity:.7}
td,th{padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
code{font:13px/1.4 ui-monospace,monospace;background:var(--soft);padding:1px 4px;border-radius:4px}
pre{font:12px/1.45 ui-monospace,monospace;background:var(--soft);padding:10px 12px;border-radius:6px;overflow:auto;max-height:24em}`

/**
 * The API reference, as OpenAPI and as a page.
 *
 * @param describe called once, at the first request, because it is slow and needs no credentials
 */
export function describingOperations(describe: () => Description): Operation[] {
  const description = once(describe)
  const json = once(() => JSON.stringify(description()))
  const page = once(() => docsPage(description()))
  const answer = (type: string, body: string, headers: Record<string, string> = {}) => ({
    ...{ status: 200, headers: { 'content-type': `${type}; charset=utf-8`, ...headers }, body },
  })
  const policy = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }
  const document = { description: 'The OpenAPI document', schema: z.record(z.string(), z.unknown()) }
  return [
    openOperation('description', '/openapi.json', 'OpenAPI 3.1 of this service', document, async () =>
      answer('application/json', json()),
    ),
    openOperation('reference', '/docs', 'API reference of this service', aPage, async () =>
      answer('text/html', page(), policy),
    ),
  ]
}

const aPage = { description: 'A page', contentType: 'text/html' }
