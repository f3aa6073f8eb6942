import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { codeOf } from '../../basics/errors/fault.ts'
import { type AllowedHosts, isPublicAddress } from '../../basics/public-addresses.ts'
import { serviceVersion } from '../../basics/versions.ts'

/** What came of a message that was posted. */
export interface Posted {
  /** HTTP status code; null without an answer. */
  statusCode: number | null
  /** `ok` for a 2xx, `status` for another; otherwise why there was no answer. */
  code: 'ok' | 'status' | 'timeout' | 'connection' | 'tls' | 'dns' | 'address' | 'secret'
  /** How the answer's body begins. */
  answer: string
  tookMs: number
  /** Milliseconds that the receiver asks to wait (RFC 9110, section 10.2.3). */
  retryAfterMs?: number
}

/** How long a receiver may take, milliseconds: until it is connected, and in all. */
interface PostLimits {
  connectMs: number
  totalMs: number
}

/** The limits of every message. */
const postLimits: PostLimits = { connectMs: 10_000, totalMs: 30_000 }

/** Resolves a name, as `dns.lookup` does with `all`. */
export type Lookup = (
  name: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6' | undefined },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** How receivers are reached. */
export interface PosterOptions {
  /** What may be reached besides the public internet, and without TLS. */
  allowed: AllowedHosts
  limits?: PostLimits
  /** What tests replace. */
  lookup?: Lookup
  /** Certificates to trust besides Node's; for tests. */
  ca?: string
}

/** Bytes of an answer that are read; only how it begins is kept. */
const maxAnswerBytes = 65_536
const maxAnswerLength = 500

/** Answers before the answer (1xx). */
const maxInformationalAnswers = 20

/**
 * Makes the function that posts messages to merchants' own systems. Each address that a name leads to is looked at whenever a connection
 * is made, so a name can't lead elsewhere after it was saved. Redirects aren't followed, and no proxy is used.
 */
export function createPoster({ allowed, limits = postLimits, lookup = systemLookup as Lookup, ca }: PosterOptions) {
  /** Without TLS only what the operator lists. */
  const mayPost = (host: string, ip: string, isTls: boolean) =>
    isTls ? mayReach(host, ip, allowed) : allowed.host(host) || allowed.address(ip)
  const connections = { keepAlive: true, keepAliveMsecs: 5000, timeout: 20_000, maxFreeSockets: 50 }
  const agents = {
    'https:': new HttpsAgent({ ...connections, rejectUnauthorized: true, ...(ca !== undefined && { ca }) }),
    'http:': new HttpAgent(connections),
  }

  function post(address: string, headers: Readonly<Record<string, string>>, body: string): Promise<Posted> {
    const began = performance.now()
    const tell = (told: Omit<Posted, 'tookMs'>) => ({ ...told, tookMs: Math.round(performance.now() - began) })
    const none = (code: Posted['code']) => tell({ statusCode: null, code, answer: '' })
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A name is looked at when it is resolved.
    if (isIP(host) !== 0 && !mayPost(host, host, url.protocol === 'https:')) return Promise.resolve(none('address'))
    return once(true)

    function once(mayRepeat: boolean): Promise<Posted> {
      return new Promise(resolve => {
        const isTls = url.protocol === 'https:'
        const request = (isTls ? requestHttps : requestHttp)(url, {
          method: 'POST',
          agent: agents[isTls ? 'https:' : 'http:'],
          headers: { ...fixedHeaders, ...headers, 'content-length': Buffer.byteLength(body) },
          lookup: guarded(lookup, (name, ip) => mayPost(name, ip, isTls)),
          maxHeaderSize: 16_384,
        })
        const total = setTimeout(() => request.destroy(new TooSlow()), limits.totalMs - (performance.now() - began))
        limitConnecting(request, isTls, limits.connectMs)
        const settle = (posted: Posted | Promise<Posted>) => {
          clearTimeout(total)
          resolve(posted)
        }
        request.on('error', error => {
          // It was closed while it waited for another message.
          const isStale = mayRepeat && request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(codeOf(error))
          settle(isStale ? once(false) : none(codeFor(error)))
        })
        let isAnswered = false
        // Node may say nothing else of a connection that is gone.
        request.on('close', () => isAnswered || settle(none('connection')))
        request.on('upgrade', (response, socket) => {
          socket.destroy()
          settle(tell(answerOf(response, '')))
        })
        let information = 0
        request.on('information', () => ++information > maxInformationalAnswers && request.destroy(new TooSlow()))
        request.on('response', response => {
          // From here on there is an answer, whatever happens to its body.
          isAnswered = true
          request.removeAllListeners('error').on('error', () => {})
          void readAnswer(response, request).then(answer => settle(tell(answerOf(response, answer))))
        })
        request.end(body)
      })
    }
  }

  return {
    post,
    /** Ends all connections. */
    close(): void {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Posts messages. */
export type Poster = ReturnType<typeof createPoster>

const fixedHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': `Counterfoil/${serviceVersion}`,
  'accept-encoding': 'identity',
}

class TooSlow extends Error {
  readonly code = 'ETIMEDOUT'
}

class ForbiddenAddress extends Error {
  readonly code = 'EFORBIDDEN'
}

/** Whether a message may go to an address that a host has: a public one, or one that the operator lists. */
export function mayReach(host: string, ip: string, allowed: AllowedHosts): boolean {
  return isPublicAddress(ip) || allowed.address(ip) || allowed.host(host)
}

/** Resolves names to the addresses that may be reached. */
function guarded(lookup: Lookup, may: (host: string, ip: string) => boolean): LookupFunction {
  return (name, options, done) => {
    lookup(name, { family: options.family, all: true }, (error, found) => {
      const addresses = error ? [] : found.filter(({ address }) => may(name, address))
      const [first] = addresses
      if (error) done(error, [])
      else if (!first) done(new ForbiddenAddress(), [])
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

/** Ends a request whose connection takes too long. One that is reused is there already. */
function limitConnecting(request: ClientRequest, isTls: boolean, connectMs: number): void {
  const timer = setTimeout(() => request.destroy(new TooSlow()), connectMs)
  const stop = () => clearTimeout(timer)
  request.once('close', stop)
  request.once('socket', (socket: Socket) => {
    if (request.reusedSocket) stop()
    else socket.once(isTls ? 'secureConnect' : 'connect', stop)
  })
}

/** How an answer's body begins. What is too long, or ends in an error, ends the connection. */
async function readAnswer(response: IncomingMessage, request: ClientRequest): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxAnswerBytes) break
    }
  } catch {
    // What has come is enough.
  }
  if (size > maxAnswerBytes || !response.complete) request.destroy()
  return shownAnswer(Buffer.concat(chunks).toString('utf8', 0, 4 * maxAnswerLength))
}

/** A text of others, to be kept: in one line, without control characters. */
function shownAnswer(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ').trim()
  return plain.slice(0, maxAnswerLength).replace(/[\ud800-\udbff]$/, '')
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, answer: string): Omit<Posted, 'tookMs'> {
  const retryAfterMs = waitIn(headers['retry-after'])
  const isGood = statusCode >= 200 && statusCode < 300
  return { statusCode, code: isGood ? 'ok' : 'status', answer, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Milliseconds to wait: seconds, or until a date. */
function waitIn(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

const dnsCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])

function codeFor(error: unknown): Posted['code'] {
  // Node tries several addresses of a name, and says what each met.
  const errors = error instanceof AggregateError ? error.errors : [error]
  const codes = errors.map(codeOf)
  if (codes.includes('EFORBIDDEN')) return 'address'
  if (codes.some(code => dnsCodes.has(code))) return 'dns'
  if (codes.includes('ETIMEDOUT')) return 'timeout'
  if (codes.some(code => /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME)/.test(code)))
    return 'tls'
  return 'connection'
}
