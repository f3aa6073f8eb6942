import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../basics/errors.ts'
import { failed, type PrintResult } from './sent.ts'

/**
 * Opens a connection to a printer. A busy one refuses, and is asked again until the time is over.
 *
 * @param patience milliseconds
 * @returns the connection, or why there is none
 */
export async function connectTo(
  { host, port }: { host: string; port: number },
  patience: number,
): Promise<Socket | PrintResult> {
  const end = performance.now() + patience
  for (;;) {
    const tried = await tryOnce(host, port, Math.max(1, end - performance.now()))
    if (typeof tried !== 'string') return tried
    if (performance.now() + nextTry >= end || !mayPass.has(tried))
      return failed(0, tried, `The printer ${host}:${port} can't be reached (${tried}).`)
    await pause(nextTry)
  }
}

/** Between two tries; milliseconds. */
const nextTry = 200

/** What a printer that serves another till answers with. */
const mayPass: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET'])

function tryOnce(host: string, port: number, wait: number): Promise<Socket | string> {
  const { promise, resolve } = Promise.withResolvers<Socket | string>()
  const socket = connect({ host, port, noDelay: true })
  const timer = setTimeout(() => end('deadline'), wait)
  function end(code: string): void {
    clearTimeout(timer)
    socket.destroy()
    resolve(code)
  }
  socket.once('error', error => end(codeOf(error)))
  socket.once('connect', () => {
    clearTimeout(timer)
    socket.removeAllListeners('error')
    resolve(socket)
  })
  return promise
}
