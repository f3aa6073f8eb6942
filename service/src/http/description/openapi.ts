import { receiptJsonSchema } from 'counterfoil/internal'
import { z } from 'zod'
import type { Outcome } from '../../acts/act.ts'
import { bodyLimit } from '../call.ts'
import { errorResponse } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { examples } from './examples.ts'
import { webhookMessages } from './webhooks.ts'

/** A JSON object in the OpenAPI. */
export type Json = { [key: string]: unknown }

/** An OpenAPI 3.1 document, as far as the reference page reads it. */
export interface Description extends Json {
  openapi: string
  info: Json & { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Json>>
  /** What merchants' own systems are told. */
  webhooks: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json>; [part: string]: unknown }
}

/**
 * The service's OpenAPI 3.1, generated from the operations and the schemas they validate with.
 *
 * @param address this service's URL, for `servers`
 */
export function describe(operations: readonly Operation[], version: string, address: string): Description {
  const paths: Description['paths'] = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    Object.assign(paths[operation.path] as Json, { [operation.method.toLowerCase()]: operationOf(operation) })
  }
  const schemas = componentSchemas(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Receipt delivery service',
      version,
      description:
        'Takes receipts from tills, mails them to customers, and keeps them for queries, resending and PDFs.',
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address }],
    tags: [
      { name: 'Receipts', description: 'Create, find and send receipts.' },
      { name: 'Statistics', description: 'What a merchant’s receipts and mails add up to.' },
      { name: 'Email validation', description: 'Find out whether an address takes mail.' },
      {
        name: 'Administration',
        description:
          'Merchants, their keys and offers; mails held back, tried again or given up. Requires an admin token.',
      },
      { name: 'Webhooks', description: 'What merchants’ own systems are told (docs/webhooks.md).' },
      { name: 'Operation', description: 'For load balancers and monitoring.' },
    ],
    paths,
    webhooks: Object.fromEntries(webhookMessages.map(message => [message.type, { post: webhookOf(message) }])),
    components: {
      schemas,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'basic',
          description:
            'User: API key id; password: its secret. A key is for some of `create`, `read`, `resend` and `statistics`, and may be limited to some stores: it sees no others, and a receipt of another is a 403 with the code `other_store`.',
        },
        admin: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token in `ADMIN_TOKEN`, which may do everything, or a named one with the operation’s scope. `read`: every GET, but for people and bounce reports. `deliveries`: mails, problems, suppressed addresses, signing day-ends. `settings`: merchants and what belongs to them. `privacy`: erase, export, bounce reports. `people`: who may sign in to the console.',
        },
      },
    },
  }
}

/** Schemas with an `id` become components; all others are inlined. Those that `paths` refer to, and the receipt's. */
function componentSchemas(paths: Description['paths']): Record<string, Json> {
  registered ??= registeredSchemas()
  const all = registered
  const used = new Set(['ErrorResponse'])
  const collect = (value: unknown): void => {
    for (const name of referencesIn(value)) {
      if (used.has(name)) continue
      used.add(name)
      collect(all[name])
    }
  }
  collect(paths)
  collect(all.ErrorResponse)
  receipts ??= receiptSchemas()
  // The receipt's own are described field by field.
  return { ...Object.fromEntries(Object.entries(all).filter(([id]) => used.has(id))), ...receipts }
}

/** Kept, as `written`, because they are the same for every service of a process. */
let registered: Record<string, Json> | undefined
let receipts: Record<string, Json> | undefined

/**
 * What the engine never shows isn't `writeOnly` here, because `apiRequest` returns most of it; generators would make two types of each
 * object.
 */
function receiptSchemas(): Record<string, Json> {
  const { $defs } = receiptJsonSchema() as { $defs: Record<string, Json> }
  const published = JSON.stringify($defs, (name, value) => (name === 'writeOnly' ? undefined : value))
  return JSON.parse(published.replaceAll('"#/$defs/', '"#/components/schemas/'))
}

function registeredSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: id => `#/components/schemas/${id}`,
    io: 'input',
    target: 'draft-2020-12',
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema as Json)]))
}

function operationOf(operation: Operation): Json {
  const { id, tag, summary, description = `${summary}.`, security, body, outcomes, query, path } = operation
  const { body: sent, answer } = examples[id] ?? {}
  const responses: [string, Json][] = Object.entries(outcomes).map(([status, outcome]) => [
    status,
    responseOf(outcome, Number(status) >= 400, outcome === Object.values(outcomes)[0] ? answer : undefined),
  ])
  for (const [status, outcome] of Object.entries(commonErrors(operation)))
    if (!outcomes[Number(status)]) responses.push([status, responseOf(outcome, true)])
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(query ? queryParameters(query) : []),
    ...Object.entries(operation.requestHeaders ?? {}).map(([name, text]) => ({
      name,
      in: 'header',
      description: text,
      schema: { type: 'string' },
    })),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        description: `At most ${bodyLimit / 1024 / 1024} MiB (${bodyLimit.toLocaleString('en-US')} bytes), as sent and unpacked; may be gzipped.`,
        content: { 'application/json': { schema: schemaOf(body), ...(sent !== undefined && { example: sent }) } },
      },
    }),
    responses: Object.fromEntries(responses.sort(([one], [other]) => (one < other ? -1 : 1))),
    security: ['none', 'loopback', 'metrics', 'signed'].includes(security)
      ? []
      : [security === 'admin' ? { admin: [] } : { apiKey: [] }],
  }
}

/** A message that this service posts to a merchant's webhook. */
function webhookOf({ type, summary, schema }: (typeof webhookMessages)[number]): Json {
  const headers = [
    ['webhook-id', 'The message’s id: the same whenever it is posted again.'],
    ['webhook-timestamp', 'When this attempt was made, seconds since 1970.'],
    [
      'webhook-signature',
      '`v1,` and the base64 of an HMAC-SHA256; several, separated by spaces, while a secret is replaced.',
    ],
  ]
  return {
    operationId: type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
    tags: ['Webhooks'],
    summary,
    description: `${summary}. Signed by Standard Webhooks 1.0, in order for each receipt, at least once.`,
    parameters: headers.map(([name, description]) => ({
      ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(schema) } } },
    responses: {
      '2XX': { description: 'It was taken' },
      410: { description: 'Nothing more is wanted: the webhook is turned off' },
      default: { description: 'It is posted again, for three days; `Retry-After` is obeyed for up to an hour' },
    },
    security: [],
  }
}

/** Error responses that follow from an operation's properties. */
function commonErrors({
  method,
  path,
  security,
  scope = 'read',
  keyScope,
  query,
  body,
  mayWait,
}: Operation): Record<number, Outcome> {
  const credentials = security === 'merchant' || security === 'key' || security === 'admin'
  return {
    ...(credentials && { 401: { description: 'Missing or rejected credentials' } }),
    ...((security === 'merchant' || security === 'key') && {
      403: {
        description: `Merchant is unknown, inactive, or not the one these credentials belong to; or, with the code \`insufficient_scope\`, the key lacks the scope \`${keyScope}\``,
      },
    }),
    ...(security === 'admin' && { 403: { description: `The token lacks the scope \`${scope}\`` } }),
    ...(security === 'admin' && path.includes('{') && { 404: { description: 'Nothing has, or can have, this id' } }),
    // A body is read even where it means nothing.
    ...(method !== 'GET' && {
      413: { description: 'The body is too large' },
      415: { description: 'The body isn’t JSON, or is compressed other than by gzip' },
    }),
    ...((query || body) && { 422: { description: 'Something in the request is missing or invalid' } }),
    ...(credentials && { 429: { description: 'Too many requests', headers: retryAfter } }),
    500: { description: 'Unexpected error; try again later' },
    503: {
      description: mayWait
        ? 'Overloaded, stopping or not ready; nothing was done, so send it again'
        : 'Stopping or not ready; try again',
      headers: retryAfter,
    },
  }
}

const retryAfter = { 'Retry-After': 'Seconds to wait before trying again.' }

function responseOf(
  { description, schema, contentType = 'application/json', otherTypes = [], headers }: Outcome,
  error: boolean,
  example?: unknown,
): Json {
  const shape = schema ?? (error ? errorResponse : undefined)
  const content = shape ? schemaOf(shape) : contentType === 'application/json' ? undefined : { type: 'string' }
  return {
    description,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
      ),
    }),
    ...(content && {
      content: {
        [contentType]: { schema: content, ...(example !== undefined && { example }) },
        ...Object.fromEntries(otherTypes.map(type => [type, { schema: { type: 'string' } }])),
      },
    }),
  }
}

function queryParameters(query: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }))
}

/** A zod schema as JSON Schema, schemas with an `id` by reference. */
function schemaOf(schema: z.ZodType | { $ref: string }): Json {
  if ('$ref' in schema) return schema as Json
  const meta = z.globalRegistry.get(schema)
  if (meta?.id) return { $ref: `#/components/schemas/${meta.id}` }
  const json = written.get(schema) ?? write(schema)
  written.set(schema, json)
  return json
}

const written = new WeakMap<z.ZodType, Json>()

function write(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12', reused: 'inline' }) as Json
  const text = JSON.stringify(withoutIdentity(json)).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs, ...rest } = JSON.parse(text) as Json
  return rest
}

function withoutIdentity({ $schema, $id, id, ...rest }: Json): Json {
  return rest
}

function referencesIn(value: unknown): string[] {
  return [...JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(match =>
    String(match[1]),
  )
}
