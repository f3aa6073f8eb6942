import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import fastifyRateLimit from '@fastify/rate-limit'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { DatabaseUnavailableError } from '../database-unavailable.ts'
import type { Log } from '../log.ts'
import type { ApiKeys } from '../merchants/api-keys.ts'
import type { Merchants } from '../merchants/merchants.ts'
import type { Metrics } from '../metrics.ts'
import { TooBusyError } from '../turns/turns.ts'
import { type Authenticated, authenticate, authenticateAdmin } from './authentication.ts'
import { bodyLimit, bodyText, jsonTypes } from './body.ts'
import { answerClientError } from './client-error.ts'
import { type ConnectionLimits, limitConnections, type Patience, serverOptions } from './connections.ts'
import { errors, HttpError } from './error-response.ts'
import { fromThisMachine } from './loopback.ts'
import type { Answer, Call, Operation } from './operation.ts'

export interface AppOptions {
  operations: readonly Operation[]
  merchants: Merchants
  apiKeys: ApiKeys
  metrics: Metrics
  log: Log
  adminToken: string | undefined
  /** Requests a minute of one key; 0 for no limit. */
  rateLimit: number
  connections: ConnectionLimits
  patience: Patience
  tls?: { cert: string | Buffer; key: string | Buffer } | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null
  }
}

/** Bytes of a body that is too large which are still taken, so that the client comes to read its 413. */
const drained = 64 * 1024 * 1024

/** Rejected credentials of one client address in a minute; from then on it waits. */
const rejectionsAMinute = 100

/** The HTTP server over a list of operations: authentication, limits, errors and log lines are the same for all of them. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, metrics, log, rateLimit } = options
  const app = fastify({
    logger: false,
    bodyLimit,
    genReqId: () => randomUUID(),
    requestTimeout: options.patience.request,
    keepAliveTimeout: 72_000,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
    // An address that cannot be read is an address that is not there.
    frameworkErrors: (_error, request, reply) => void answerError(errors.notFound(), request, reply, log),
    ...(options.tls
      ? { https: { ...options.tls, minVersion: 'TLSv1.2' as const, ...serverOptions(options.patience) } }
      : { http: serverOptions(options.patience) }),
  }) as unknown as FastifyInstance
  app.decorateRequest('authenticated', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const most = limitConnections(app.server, options.connections)
  if (most < options.connections.all)
    log.warn('The system allows fewer connections than MAX_CONNECTIONS', { count: most })
  await app.register(fastifyRateLimit, { global: false, timeWindow: 60_000 })
  const keyLimit = app.createRateLimit({
    max: rateLimit,
    keyGenerator: request => `key ${request.authenticated?.key.id}`,
  })
  const rejectionLimit = app.createRateLimit({ max: rejectionsAMinute, keyGenerator: request => `from ${request.ip}` })

  app.addHook('onRequest', async ({ raw, headers }) => {
    if (headers.host === undefined && raw.httpVersion === '1.1') throw errors.badRequest('Host', 'must be sent')
  })
  for (const operation of operations) {
    app.route({
      method: operation.method,
      url: routeOf(operation.path),
      onRequest: request => admit(operation, request),
      handler: async (request, reply) => give(reply, await operation.handle(callOf(request, reply))),
    })
  }
  refuseOtherMethods(app, operations)
  app.setNotFoundHandler(async () => {
    throw errors.notFound()
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, authenticated } = request
    const route = routeOptions.url ?? ''
    const { statusCode: status, elapsedTime } = reply
    metrics.requestSeconds.observe({ method, route, status: String(status) }, elapsedTime / 1000)
    log.info('A request was answered', {
      referenceId: request.id,
      method,
      route,
      status,
      milliseconds: Math.round(elapsedTime),
      ...(authenticated && { keyId: authenticated.key.id, merchantId: authenticated.merchant.id }),
    })
  })
  return app

  /** Lets a request in before its body is read. */
  async function admit(operation: Operation, request: FastifyRequest): Promise<void> {
    const { security } = operation
    if (security === 'none') return
    if (security === 'loopback') {
      if (!fromThisMachine(request.raw)) throw errors.notFound()
      return
    }
    const { authorization } = request.headers
    try {
      if (security === 'admin') return authenticateAdmin(authorization, options.adminToken ?? '')
      const inPath = security === 'merchant' ? (request.params as { merchantId?: string }).merchantId : undefined
      request.authenticated = await authenticate(authorization, inPath, options)
    } catch (error) {
      // Nobody was rejected when the credentials could not be looked up.
      if (!(error instanceof HttpError)) throw error
      const limit = await rejectionLimit(request)
      if (!limit.isAllowed && limit.isExceeded) throw errors.tooManyRequests(limit.ttlInSeconds)
      throw error
    }
    if (rateLimit > 0) {
      const limit = await keyLimit(request)
      if (!limit.isAllowed && limit.isExceeded) throw errors.tooManyRequests(limit.ttlInSeconds)
    }
    if (request.authenticated) operation.admit?.(request.authenticated.merchant.id)
  }
}

/** `{merchantId}` of the interface is `:merchantId` of the router. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function callOf(request: FastifyRequest, reply: FastifyReply): Call {
  const { body, headers, authenticated } = request
  let signal: AbortSignal | undefined
  return {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string | string[]>,
    headers,
    body: body instanceof Uint8Array ? bodyText(body, headers) : '',
    merchant: authenticated?.merchant as Authenticated['merchant'],
    // Made only for those who ask: most operations are done before anybody could leave.
    get signal() {
      signal ??= untilClosed(reply.raw)
      return signal
    },
  }
}

function untilClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!response.writableFinished) controller.abort(errors.clientLeft())
  }
  if (response.destroyed) leave()
  else response.once('close', leave)
  return controller.signal
}

/** Receipts are nobody's to keep on the way; a document that may be kept says so itself. */
const everyAnswer = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

async function give(reply: FastifyReply, { status, headers = {}, json, body }: Answer): Promise<FastifyReply> {
  reply.code(status).headers({ ...everyAnswer, ...headers })
  if (json !== undefined) return reply.type('application/json; charset=utf-8').send(JSON.stringify(json))
  if (body !== undefined) return reply.send(typeof body === 'string' ? body : Buffer.from(body))
  return reply.send()
}

/** A path that is known answers 405 to the methods it has not, and says which it has. */
function refuseOtherMethods(app: FastifyInstance, operations: readonly Operation[]): void {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  for (const [path, known] of byPath) {
    const allowed = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      method => !allowed.includes(method),
    )
    app.route({
      method: others,
      url: routeOf(path),
      exposeHeadRoute: false,
      onRequest: async () => {
        throw errors.methodNotAllowed(allowed.join(', '))
      },
      handler: async () => {},
    })
  }
}

/** Every error leaves as an ErrorResponse; what nobody foresaw is 500, and only the log tells more. */
async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): Promise<FastifyReply> {
  const known = error instanceof HttpError ? error : httpErrorOf(error as FastifyError)
  if (known.status >= 500 && !(error instanceof TooBusyError))
    log.error('A request failed', {
      referenceId: request.id,
      route: request.routeOptions.url ?? '',
      error: known.cause ?? error,
    })
  if (known.status === 413) takeTheRest(request, reply)
  return reply
    .code(known.status)
    .headers({ ...everyAnswer, ...known.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(known.toErrorResponse(request.id)))
}

/**
 * A client that is cut off while it sends sees a broken connection, takes the service for unreachable, and sends the same
 * again. So a body that is too large is taken and thrown away, within bounds of size and, by the server's, of time.
 */
function takeTheRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (Number(raw.headers['content-length'] ?? 0) > drained) return
  let left = drained
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
  reply.removeHeader('connection')
}

/**
 * What is too much at present, a database that is away, or what Fastify itself refuses: bodies that are too large, of
 * another type, or broken off.
 */
function httpErrorOf(error: unknown): HttpError {
  if (error instanceof TooBusyError) return errors.unavailable(error.retryAfter)
  if (error instanceof DatabaseUnavailableError) return errors.unavailable()
  const { statusCode = 500, code } = error as FastifyError
  if (statusCode === 413) return errors.tooLarge()
  if (statusCode === 415) return errors.unsupportedMediaType('Content-Type', 'must be application/json')
  if (statusCode === 503) return errors.unavailable()
  if (statusCode >= 400 && statusCode < 500)
    return errors.invalid({
      body: [{ code: null, message: code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ? 'may not be null' : 'cannot be read' }],
    })
  return errors.internal()
}
