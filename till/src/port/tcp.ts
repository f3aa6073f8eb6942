import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { inTime, late } from '../basics/deadline.ts'
import { codeOf } from '../basics/errors.ts'
import { type Dialect, dialectOf, type Fault, faults, type Language } from './dialects.ts'
import { openSession, type PrinterSession } from './printer-session.ts'
import { failed, type PrinterTimeouts, type PrintResult, piecesOf, taken } from './result.ts'

/**
 * Sends bytes to a printer on the network: connects, asks whether it prints, writes, asks whether it has printed, ends, and waits
 * until the printer has closed too, since what is cut short loses the last lines and the cut.
 *
 * @param language what the printer is asked in; one that doesn't answer gets its job nevertheless. Without it nothing is asked
 */
export async function sendByTcp(
  address: { host: string; port: number },
  bytes: Uint8Array,
  timeouts: Required<PrinterTimeouts>,
  language?: Language,
): Promise<PrintResult> {
  const socket = await connectTo(address, timeouts.connectMs)
  if ('outcome' in socket) return socket
  const session = openSession(socket)
  const broken = breakOf(socket)
  let written = 0
  try {
    const dialect = language === undefined || timeouts.answerMs === 0 ? undefined : dialectOf(language)
    const before = await dialect?.condition(session, timeouts.answerMs)
    if (before?.fault !== undefined) return failed(0, before.fault, faults[before.fault])
    for (const piece of piecesOf(bytes)) {
      await inTime(Promise.race([broken, write(socket, piece)]), timeouts.progressMs)
      written += piece.length
    }
    const after =
      before && dialect && (await endOf(`${address.host}:${address.port}`, socket, session, dialect, timeouts))
    if (after === 'printed') return { outcome: 'sent', message: 'The printer has printed it.' }
    if (after !== undefined) return failed(written, after, `${faults[after]} Part of it may be printed.`)
    await inTime(Promise.race([broken, ended(socket)]), timeouts.progressMs)
    return taken
  } catch (error) {
    const code = error === late ? 'deadline' : codeOf(error)
    const message =
      error === late
        ? 'The printer takes no more data: check its cover and paper'
        : 'The connection to the printer broke'
    return failed(written, code, `${message} (${code}).`)
  } finally {
    socket.destroySoon()
  }
}

/** Fails with the connection; what a write says of it then is only that it was given up. */
function breakOf(socket: Socket): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  socket.on('error', reject)
  return promise
}

function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise(resolve => {
    socket.write(bytes, error => {
      if (!error) resolve()
    })
  })
}

async function ended(socket: Socket): Promise<void> {
  if (socket.closed) return
  const closed = new Promise<void>(resolve => {
    socket.once('close', () => resolve())
  })
  socket.end()
  await closed
}

/** Between two questions whether the printer still prints; milliseconds. */
const askEvery = 300

/** Printers that answer, but not when a job is printed: they aren't waited for again. */
const silentAtTheEnd = new Set<string>()

/** Waits until a job is printed, or the printer says why not; undefined if it doesn't say. */
async function endOf(
  name: string,
  socket: Socket,
  session: PrinterSession,
  dialect: Dialect,
  { progressMs, answerMs }: Required<PrinterTimeouts>,
): Promise<'printed' | Fault | undefined> {
  const { bytes, isReached } = dialect.mark(session)
  session.say(bytes)
  const end = performance.now() + (silentAtTheEnd.has(name) ? askEvery : progressMs)
  while (!socket.destroyed) {
    if (await session.until(heard => isReached(heard) || undefined, askEvery)) {
      silentAtTheEnd.delete(name)
      return 'printed'
    }
    const condition = await dialect.condition(session, answerMs)
    if (condition?.fault !== undefined) return condition.fault
    if (performance.now() < end) continue
    silentAtTheEnd.add(name)
    return undefined
  }
  return undefined
}

/**
 * Opens a connection to a printer. A busy one refuses, and is asked again until the time is over.
 *
 * @returns the connection, or why there is none
 */
export async function connectTo(
  { host, port }: { host: string; port: number },
  timeoutMs: number,
): Promise<Socket | PrintResult> {
  const end = performance.now() + timeoutMs
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
