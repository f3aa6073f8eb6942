// Room `http`: one HTTP request, with a deadline and limits; what it says is `operations`’ to read.
// Besides the ways in, `operations` and `doctor` may call it.

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { BlockList, isIP, type Socket } from 'node:net'
import { getCACertificates } from 'node:tls'
import { codeOf } from '../basics/errors.ts'

/** A request whose body is text, such as JSON. */
export interface HttpRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
  /** Ends it at any step. */
  signal: AbortSignal
  agent: HttpAgent | HttpsAgent
  /** The longest answer that is read; bytes. Default four of the service's largest offers. */
  maxAnswerBytes?: number | undefined
  /** Told when the connection stands, and when all is sent. */
  reached?: (step: 'connect' | 'sent') => void
  /** Told of the connection as soon as an answer begins. */
  answering?: (socket: Socket) => void
}

/** A whole response, its body as text. */
export interface HttpAnswer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

const defaultMaxAnswerBytes = 3 * 1024 * 1024

/** Pieces in which a server may send its answer: each costs time, however short. */
const maxChunks = 10_000

/** Answers before the answer (1xx). */
const maxInformationalAnswers = 20

/**
 * Sends one request and reads the whole answer. Redirects aren't followed. It ends when the signal says so, whatever the other side
 * and `node:http` do.
 *
 * @throws HttpFault if no whole answer came
 */
export function ask(request: HttpRequest): Promise<HttpAnswer> {
  const {
    method,
    url,
    headers,
    body,
    signal,
    agent,
    maxAnswerBytes = defaultMaxAnswerBytes,
    reached = () => {},
    answering,
  } = request
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  let isOver = false
  const giveUp = () => fail(new HttpFault('deadline', false))
  const end = () => {
    isOver = true
    signal.removeEventListener('abort', giveUp)
  }
  const fail = (error: unknown) => {
    if (isOver) return
    end()
    reject(readFault(error, signal, sent?.reusedSocket ?? false))
    sent?.destroy()
  }
  let sent: ReturnType<typeof httpRequest> | undefined
  if (signal.aborted) {
    giveUp()
    return promise
  }
  signal.addEventListener('abort', giveUp)
  try {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    sent = send(url, { method, agent, headers: { ...headers, ...length } })
  } catch (error) {
    fail(error)
    return promise
  }
  sent.on('error', fail)
  const cutOff = () => fail(new HttpFault('cut_off', false))
  // An answer that began says more; without one, node may say nothing else.
  let isAnswering = false
  sent.on('close', () => !isAnswering && cutOff())
  sent.on('upgrade', (_, socket) => {
    socket.destroy()
    fail(new HttpFault('not_receipt', false))
  })
  let information = 0
  sent.on('information', () => {
    if (++information > maxInformationalAnswers) fail(new HttpFault('not_receipt', false))
  })
  sent.on('socket', socket => {
    if (!socket.connecting) reached('connect')
    else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => reached('connect'))
  })
  sent.on('finish', () => reached('sent'))
  sent.on('response', answer => {
    isAnswering = true
    answering?.(answer.socket)
    const whole = (answered: HttpAnswer) => {
      if (isOver) return
      end()
      resolve(answered)
    }
    collect(answer, maxAnswerBytes, { whole, fail, cutOff })
  })
  sent.end(body)
  return promise
}

/** Collects an answer that is no longer than it may be. */
function collect(
  answer: IncomingMessage,
  maxAnswerBytes: number,
  { whole, fail, cutOff }: { whole(answer: HttpAnswer): void; fail(error: unknown): void; cutOff(): void },
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  answer.on('error', fail)
  answer.on('close', cutOff)
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxAnswerBytes || chunks.length > maxChunks) fail(new HttpFault('too_long', false))
  })
  answer.on('end', () => {
    if (!answer.complete) return cutOff()
    const text = Buffer.concat(chunks).toString('utf8')
    whole({ status: answer.statusCode ?? 0, headers: answer.headers, text })
  })
}

/** No whole answer came. */
export class HttpFault extends Error {
  /** The system's code, such as `ECONNREFUSED`, or `deadline`, `cut_off`, `too_long`. */
  readonly code: string
  /** The connection had served before and may have been closed meanwhile: worth one more try at once. */
  readonly stale: boolean

  constructor(code: string, stale: boolean, cause?: unknown) {
    super(`No answer: ${code}`, { cause })
    this.name = 'HttpFault'
    this.code = code
    this.stale = stale
  }
}

/** Any error of a request as a fault, told by codes only: messages may quote a proxy's password. */
function readFault(error: unknown, signal: AbortSignal, reused: boolean): HttpFault {
  if (error instanceof HttpFault) return error
  if (signal.aborted) return new HttpFault('deadline', false, error)
  const code = codeOf(error)
  const { statusCode } = error as { statusCode?: number }
  if (code === 'ERR_PROXY_TUNNEL' && statusCode === 407) return new HttpFault('proxy_login', false, error)
  return new HttpFault(code, reused && ['ECONNRESET', 'EPIPE'].includes(code), error)
}

/** A fault's code in one sentence, with what to do where that is known. */
export function sentenceOf(code: string): string {
  return (
    sentences[code] ??
    (code.startsWith('HPE_') ? sentences.not_receipt : undefined) ??
    (/CERT|SIGNATURE|SSL|TLS|EPROTO/.test(code) ? `${tls} (${code}).` : `The network failed (${code}).`)
  )
}

const tls = 'The connection is not trusted; check the address, and the CA file if the network has its own'

const sentences: Readonly<Record<string, string>> = {
  deadline: 'No answer came in time.',
  ECONNREFUSED: "Nothing is listening at the service's address.",
  ENOTFOUND: "The service's host name can't be resolved; check DNS and the address.",
  EAI_AGAIN: "The name server doesn't answer.",
  ECONNRESET: 'The connection was cut.',
  cut_off: 'The answer was cut off.',
  too_long: 'The answer is far too long to come from the service.',
  proxy_login: 'The proxy requires a user and a password; put them into HTTPS_PROXY.',
  ERR_PROXY_TUNNEL: 'The proxy refuses the connection.',
  CERT_HAS_EXPIRED: "The service's certificate has expired; or this machine's clock is wrong.",
  CERT_NOT_YET_VALID: "The service's certificate is not valid yet; check this machine's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another name; check the service's address.",
  not_receipt: 'The answer is not from the service; a portal or proxy may be in between.',
}

/** How the service is reached: proxies and certificates. */
export interface AgentOptions {
  /** A certificate authority of one's own, PEM; trusted besides the usual ones. */
  ca?: string | undefined
  /** Where to look for HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  environment: Record<string, string | undefined>
  /** Checks certificates even where NODE_TLS_REJECT_UNAUTHORIZED=0. */
  alwaysChecks: boolean
}

/** The agents of several servers, each made when it is first needed. */
interface Agents {
  /** Opens connections to this server. */
  agentOf(url: URL): HttpAgent | HttpsAgent
  close(): void
}

/** Shorter than servers and proxies keep an idle connection; milliseconds. */
const idleTimeoutMs = 4000

/**
 * Connections with TLS 1.2 and up, with the server's name (SNI), by the proxy of the environment, kept open for a while. This machine is
 * reached without a proxy: http is allowed there because nothing leaves it.
 */
export function createAgents(options: AgentOptions): Agents {
  const agents = new Map<string, HttpAgent | HttpsAgent>()
  return {
    agentOf(url) {
      const isProxied = !isLoopback(url)
      const name = `${url.protocol} ${isProxied}`
      const agent = agents.get(name) ?? openAgent(url.protocol, isProxied, options)
      agents.set(name, agent)
      return agent
    },
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

function openAgent(protocol: string, isProxied: boolean, { ca, environment, alwaysChecks }: AgentOptions) {
  const proxy = isProxied ? { proxyEnv: environment as NodeJS.ProcessEnv } : {}
  const shared = { keepAlive: true, timeout: idleTimeoutMs, ...proxy }
  if (protocol === 'http:') return new HttpAgent(shared)
  // A `ca` of its own would replace the usual ones.
  const trusted = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }
  const checks = alwaysChecks ? { rejectUnauthorized: true } : {}
  return new HttpsAgent({ ...shared, ...trusted, ...checks, minVersion: 'TLSv1.2' })
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether an address is this machine, by its name: `localhost`, 127.0.0.0/8, ::1. */
export function isLoopback({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost')
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
