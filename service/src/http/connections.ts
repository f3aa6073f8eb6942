import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { DEFAULT_CIPHERS, type SecureContextOptions, type Server as TlsServer } from 'node:tls'
import { isLoopback } from '../basics/public-addresses.ts'

/** How many connections may be open. */
export interface ConnectionLimits {
  /** Connections at once. */
  all: number
  /** Connections at once from one client address; 0 for no limit. */
  perAddress: number
}

/** Milliseconds. Slow requests are cut off at their limit or one check later, sooner than load balancers give up. */
export const defaultClientTimeouts = {
  /** For a request's headers. */
  head: 20_000,
  /** For an entire request. */
  request: 30_000,
  /** For reading more of an answer. */
  answer: 60_000,
  /** Interval between checks for slow clients. */
  check: 5000,
  /** For open requests when the service stops. */
  close: 10_000,
}

/** How long a client may take. */
export type ClientTimeouts = typeof defaultClientTimeouts

/** Options for Node's server: it cuts off slow clients, and lets the application answer a missing `Host`. */
export function serverOptions({ head, request, check }: ClientTimeouts) {
  return {
    headersTimeout: head,
    requestTimeout: request,
    connectionsCheckingInterval: check,
    requireHostHeader: false,
  }
}

/** Options for TLS with a certificate chain and its private key, PEM: from 1.2 on, with forward secrecy. */
export function tlsOptions(pair: { cert: string | Buffer; key: string | Buffer }): SecureContextOptions {
  return { ...pair, minVersion: 'TLSv1.2', ciphers: `${DEFAULT_CIPHERS}:!kRSA` }
}

/**
 * Ends connections whose client reads no more of its answer. One that still waits for an answer may be silent.
 *
 * @param silenceMs how long without a byte
 */
export function endUnreadAnswers(server: Server, silenceMs: number): void {
  server.timeout = silenceMs
  server.on('request', (_request, response: ServerResponse) => response.on('timeout', endIfUnread))
}

/** With a listener, Node leaves it to this one to end a silent connection that waits for an answer. */
function endIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

/** Makes a server's new connections use another certificate. @throws if the pair can't be used */
export function renewCertificate({ server }: { server: Server }, pair: Parameters<typeof tlsOptions>[0]): void {
  const { setSecureContext } = server as Server & TlsServer
  setSecureContext.call(server, tlsOptions(pair))
}

/**
 * Keeps connections from using up the process's file descriptors. Near the limit idle connections are closed, beyond it new
 * ones are dropped. Connections from this machine have no per-address limit, because they may come from a proxy.
 *
 * @returns how many connections are allowed in total
 */
export function limitConnections(server: Server, { all, perAddress }: ConnectionLimits): number {
  const maxConnections = Math.min(all, Math.max(10, openFiles() - reserved))
  const byAddress = new Map<string, number>()
  let count = 0
  server.maxConnections = maxConnections
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const fromAddress = (byAddress.get(address) ?? 0) + 1
    byAddress.set(address, fromAddress)
    count += 1
    socket.once('close', () => {
      count -= 1
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    if (perAddress > 0 && fromAddress > perAddress && !isLoopback(address)) socket.destroy()
    else if (count > maxConnections * 0.9) server.closeIdleConnections()
  })
  return maxConnections
}

/**
 * Takes no new requests and finishes open ones. Cuts off clients that take too long, because a closing Node server no
 * longer checks for slow ones.
 *
 * @param timeoutMs until they are cut off
 */
export async function closeHttp(app: { server: Server; close(): Promise<unknown> }, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  await app.close()
  clearTimeout(timer)
}

/** Descriptors kept free for the database, mail server, browsers and files. */
const reserved = 100

/** How many files and connections this process may open, if the system tells. */
function openFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Whether a request comes from this machine, by its connection and by its `Host`, because a remote page could point its own
 * domain here (DNS rebinding). Requests forwarded by a local proxy don't count.
 */
export function fromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  if (Object.keys(headers).some(name => forwarded.test(name))) return false
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(hostName(headers.host ?? ''))
}

/** Headers that proxies add (RFC 7239, RFC 9110 section 7.6.3, and non-standard ones). */
const forwarded = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*)$/

function hostName(host: string): string {
  return /^(\[[0-9a-f:]{2,45}\]|[^:]{1,255})(?::\d{1,5})?$/i.exec(host)?.[1] ?? ''
}
