// Room `http`: the service over HTTP: routes, admission, errors, OpenAPI.
// A request is admitted (`admission.ts`), read (`call.ts`), and handled by an operation of `operations` or `console`.
// Besides the wiring, `commands` may call it.

import { randomUUID } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import { Readable } from 'node:stream'
import fastifyRateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify'
import { TooBusyError } from '../basics/errors/errors.ts'
import type { Log } from '../basics/monitoring/log.ts'
import type { Metrics } from '../basics/monitoring/metrics.ts'
import type { OpenSpan, Tracer } from '../basics/monitoring/telemetry/tracer.ts'
import { once } from '../basics/ttl-cache.ts'
import { isTest } from '../merchants/merchants.ts'
import type { Fleet } from '../operations/fleet/fleet.ts'
import {
  type Authenticated,
  type CredentialContext,
  count,
  createAdmission,
  rejectionsAMinute,
  type SignedIn,
} from './admission.ts'
import { bodyLimit, callOf, drain, jsonTypes, runOperation } from './call.ts'
import {
  type ClientTimeouts,
  type ConnectionLimits,
  endUnreadAnswers,
  limitConnections,
  serverOptions,
  tlsOptions,
} from './connections.ts'
import { answerClientError, errors, recognizeError } from './errors.ts'
import type { Answer, Operation } from './operation.ts'
import { beginSpan, inSpan, noteAnswered, refusedFieldsOf, routeOfRequest } from './request-log.ts'

interface AppOptions extends CredentialContext {
  operations: readonly Operation[]
  metrics: Metrics
  fleet: Pick<Fleet, 'note'>
  log: Log
  tracer: Tracer
  /** Proxies whose `X-Forwarded-For` says who the client is. */
  trustedProxies: readonly string[] | undefined
  /** Requests per minute for one key; 0 for no limit. */
  rateLimit: number
  connections: ConnectionLimits
  timeouts: ClientTimeouts
  tls?: Parameters<typeof tlsOptions>[0] | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null
    actor: string | null
    signedIn: SignedIn | null
    /** The fields that a request was refused for. */
    refusedFields: string | null
    /** The path it asks, which has no such method. */
    otherMethods: { path: string; allow: string } | null
    /** Null for those nobody traces. */
    span: OpenSpan | null
  }
}

/** The HTTP server for a list of operations, with the same authentication, limits, errors and logging for all. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, metrics, log, rateLimit } = options
  const parameters = new Set(operations.flatMap(({ query }) => Object.keys(query?.shape ?? {})))
  const app = openServer(options, parameters)
  await app.register(fastifyRateLimit, { global: false, timeWindow: 60_000 })
  const rejections = app.createRateLimit({ max: rejectionsAMinute, keyGenerator: request => `from ${request.ip}` })
  const admit = createAdmission<FastifyRequest>({
    ...options,
    keyRefused: (key, reason) => metrics.keyRefusals.inc({ key, reason }),
    rejections,
    requests: app.createRateLimit({
      max: request => limitOf(request.authenticated ?? request.signedIn, rateLimit),
      keyGenerator: ({ authenticated, signedIn }) =>
        signedIn ? `session ${signedIn.session.tokenHash}` : `key ${authenticated?.key.id}`,
    }),
  })

  app.addHook('onSend', async ({ authenticated }, reply) => {
    if (options.secure) reply.header('strict-transport-security', `max-age=${hstsSeconds}`)
    if (authenticated) reply.header('counterfoil-mode', isTest(authenticated.merchant) ? 'test' : 'live')
  })
  const otherMethods = openOtherMethods(operations)
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) request.otherMethods = otherMethods(request.url) ?? null
    request.span = beginSpan(options.tracer, request, reply.raw)
  })
  app.addHook('onRequest', async ({ raw, headers, otherMethods }) => {
    if (headers.host === undefined && raw.httpVersion === '1.1') throw errors.badRequest('Host', 'must be sent')
    // A known path answers 405 to other methods and lists its own in `Allow`.
    if (otherMethods) throw errors.methodNotAllowed(otherMethods.allow)
  })
  // A client that leaves ends its connection, and not what it asked for.
  const running = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => void (await Promise.allSettled(running)))
  for (const operation of operations) {
    const route: RouteOptions = {
      method: operation.method,
      url: routeOf(operation.path),
      ...(operation.bodyLimit !== undefined && { bodyLimit: operation.bodyLimit }),
      onRequest: request => inSpan(request, () => admit(operation, request)),
      handler: (request, reply) =>
        inSpan(request, async () => {
          const call = callOf(operation, request, reply.raw)
          const answer = runOperation(options, operation, call, request.signedIn).catch(async error => {
            if (operation.security === 'signed' && recognizeError(error).status === 401)
              await count(rejections, request)
            throw error
          })
          running.add(answer)
          return send(reply, await answer.finally(() => running.delete(answer)))
        }),
    }
    if (operation.isForm) void app.register(async within => takingForms(within).route(route))
    else if (operation.isText) void app.register(async within => takingText(within).route(route))
    else app.route(route)
  }
  app.setNotFoundHandler(async () => {
    throw errors.notFound()
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, { log, parameters }))
  app.addHook('onResponse', async (request, reply) => noteAnswered(options, request, reply))
  return app
}

/** The server without its routes: what it takes of a request and a connection, before any operation. */
function openServer(options: AppOptions, parameters: ReadonlySet<string>): FastifyInstance {
  const { log } = options
  // Its type depends on whether it speaks TLS, which nothing here needs to know.
  const app = fastify({
    logger: false,
    bodyLimit,
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies ? [...options.trustedProxies] : false,
    requestTimeout: options.timeouts.request,
    keepAliveTimeout: 72_000,
    return503OnClosing: true,
    // As long as a request's head may be: a merchant with an endless name is refused like any other that isn't there.
    routerOptions: { maxParamLength: maxHeaderSize, ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
    // A malformed URL is a 404.
    frameworkErrors: (_error, request, reply) =>
      void answerError(errors.notFound(), request, reply, { log, parameters }),
    ...(options.tls
      ? {
          https: {
            ...tlsOptions(options.tls),
            ...serverOptions(options.timeouts),
            handshakeTimeout: options.timeouts.head,
          },
        }
      : { http: serverOptions(options.timeouts) }),
  }) as unknown as FastifyInstance
  for (const field of ['authenticated', 'actor', 'signedIn', 'refusedFields', 'otherMethods', 'span'])
    app.decorateRequest(field, null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  endUnreadAnswers(app.server, options.timeouts.answer)
  const maxConnections = limitConnections(app.server, options.connections)
  if (maxConnections < options.connections.all)
    log.warn('The system allows fewer connections than MAX_CONNECTIONS', { count: maxConnections })
  return app
}

/** How long browsers then insist on TLS for this host (RFC 6797): a year. */
const hstsSeconds = 31_536_000

/** A part of the server whose bodies come from forms; all others get a 415 for them. */
function takingForms(within: FastifyInstance): FastifyInstance {
  within.removeAllContentTypeParsers()
  const type = 'application/x-www-form-urlencoded'
  within.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  return within
}

/** A part of the server that also takes JSON that is called plain text. */
function takingText(within: FastifyInstance): FastifyInstance {
  const types = /^(?:text\/plain|application\/octet-stream)(?:$|;)/i
  within.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  return within
}

/** Requests per minute for one key of a merchant in test mode. */
const testRequestsAMinute = 120

function limitOf(caller: Pick<Authenticated, 'merchant'> | null, usual: number): number {
  const limit = usual === 0 ? Number.MAX_SAFE_INTEGER : usual
  return caller && isTest(caller.merchant) ? Math.min(limit, testRequestsAMinute) : limit
}

/** The interface's `{merchantId}` as the router's `:merchantId`. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Responses are not cacheable unless an operation says so. */
const defaultHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

async function send(
  reply: FastifyReply,
  { status, headers = {}, cookies = [], json, body }: Answer,
): Promise<FastifyReply> {
  reply.code(status).headers({ ...defaultHeaders, ...headers })
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  if (json !== undefined) return reply.type('application/json; charset=utf-8').send(JSON.stringify(json))
  if (typeof body === 'object' && Symbol.asyncIterator in body)
    return reply.send(Readable.from(body, { objectMode: false }))
  if (body !== undefined) return reply.send(typeof body === 'string' ? body : Buffer.from(body))
  return reply.send()
}

/** What a known path has for other methods than its own, by a request's URL. */
function openOtherMethods(
  operations: readonly Operation[],
): (url: string) => { path: string; allow: string } | undefined {
  // Written at the first request that no route takes: a route for each method that a path lacks would be most of a start's routes.
  const known = once(() =>
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, some]) => ({
      path: routeOf(path),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
      allow: some.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
    })),
  )
  return url => {
    const [path = ''] = url.split('?', 1)
    return known().find(({ pattern }) => pattern.test(path))
  }
}

/** Every error becomes an ErrorResponse. Unexpected ones are a 500, with details only in the log. */
async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, parameters }: { log: Log; parameters: ReadonlySet<string> },
): Promise<FastifyReply> {
  const known = recognizeError(error)
  if (known.status === 422) request.refusedFields = refusedFieldsOf(known.errors, parameters)
  if (known.status >= 500 && !(error instanceof TooBusyError))
    log.error('Request failed', {
      referenceId: request.id,
      route: routeOfRequest(request) ?? '',
      error: known.cause ?? error,
    })
  if (known.status === 413 && drain(request.raw)) reply.removeHeader('connection')
  return reply
    .code(known.status)
    .headers({ ...defaultHeaders, ...known.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(known.toErrorResponse(request.id)))
}
