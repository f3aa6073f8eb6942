import { readFileSync } from 'node:fs'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errors } from './error-response.ts'
import { isLoopback } from './loopback.ts'

export interface ConnectionLimits {
  /** Connections at a time. */
  all: number
  /** Connections of one client address at a time; 0 for no limit. */
  perAddress: number
}

/** How long a client may take, milliseconds. */
export interface Patience {
  /** For the head of a request. */
  head: number
  /** For a whole request. */
  request: number
  /** Between two looks for those who took longer. */
  check: number
  /** For requests under way when the service stops. */
  close: number
}

/** A slow head or body is cut at its time or one look later, within what a load balancer waits. */
export const usualPatience: Patience = { head: 20_000, request: 30_000, check: 5000, close: 10_000 }

/** Options of Node's server: it cuts off who is too slow, and leaves a missing `Host` to the application to answer. */
export function serverOptions({ head, request, check }: Patience) {
  return {
    headersTimeout: head,
    requestTimeout: request,
    connectionsCheckingInterval: check,
    requireHostHeader: false,
  }
}

/**
 * Keeps connections from using up the process's descriptors. Who waits between two requests makes way when it gets tight; a
 * connection too many is dropped. This machine has no limit of its own: that is where a proxy is.
 *
 * @returns how many connections there may be in all
 */
export function limitConnections(server: Server, { all, perAddress }: ConnectionLimits): number {
  const most = Math.min(all, Math.max(10, openFiles() - reserved))
  const byAddress = new Map<string, number>()
  let count = 0
  server.maxConnections = most
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const own = (byAddress.get(address) ?? 0) + 1
    byAddress.set(address, own)
    count += 1
    socket.once('close', () => {
      count -= 1
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    if (perAddress > 0 && own > perAddress && !isLoopback(address)) socket.destroy()
    else if (count > most * 0.9) server.closeIdleConnections()
  })
  return most
}

/**
 * Takes no new requests and ends those under way. Whoever is not done in time is cut off: Node looks for slow clients no
 * more once a server closes.
 *
 * @param patience milliseconds
 */
export async function closeHttp(app: { server: Server; close(): Promise<unknown> }, patience: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), patience)
  await app.close()
  clearTimeout(timer)
}

/** Aborts with an HttpError when the client leaves before its answer is whole. */
export function untilClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!response.writableFinished) controller.abort(errors.clientLeft())
  }
  if (response.destroyed) leave()
  else response.once('close', leave)
  return controller.signal
}

/** Descriptors that are not for clients: database, mail server, browsers, files. */
const reserved = 100

/** How many files and connections this process may have open, where the system says so. */
function openFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
