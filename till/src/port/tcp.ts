import type { Socket } from 'node:net'
import { codeOf } from '../basics/errors.ts'
import { connectTo } from './connect.ts'
import { inTime, late } from './in-time.ts'
import { failed, type PrinterTimeouts, type PrintResult, piecesOf, taken } from './sent.ts'
import { type Fault, faults, type Language } from './status/condition.ts'
import { type Dialect, dialectOf } from './status/dialect.ts'
import { openSession, type PrinterSession } from './status/talk.ts'

/**
 * Sends bytes to a printer on the network: connects, asks whether it prints, writes, asks whether it has printed, ends, and waits
 * until the printer has closed too, since what is cut short loses the last lines and the cut.
 *
 * @param language what the printer is asked in; one that doesn't answer gets its job nevertheless. Without it nothing is asked
 */
export async function sendByTcp(
  address: { host: string; port: number },
  bytes: Uint8Array,
  patience: Required<PrinterTimeouts>,
  language?: Language,
): Promise<PrintResult> {
  const socket = await connectTo(address, patience.connectMs)
  if ('outcome' in socket) return socket
  const talk = openSession(socket)
  const broken = breakOf(socket)
  let written = 0
  try {
    const dialect = language === undefined || patience.answerMs === 0 ? undefined : dialectOf(language)
    const before = await dialect?.condition(talk, patience.answerMs)
    if (before?.fault !== undefined) return failed(0, before.fault, faults[before.fault])
    for (const piece of piecesOf(bytes)) {
      await inTime(Promise.race([broken, write(socket, piece)]), patience.progressMs)
      written += piece.length
    }
    const after = before && dialect && (await endOf(`${address.host}:${address.port}`, socket, talk, dialect, patience))
    if (after === 'printed') return { outcome: 'sent', message: 'The printer has printed it.' }
    if (after !== undefined) return failed(written, after, `${faults[after]} Part of it may be printed.`)
    await inTime(Promise.race([broken, ended(socket)]), patience.progressMs)
    return taken
  } catch (error) {
    const code = error === late ? 'deadline' : codeOf(error)
    const message =
      error === late ? 'The printer takes no more: see its cover and paper' : 'The connection to the printer broke'
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
  talk: PrinterSession,
  dialect: Dialect,
  { progressMs, answerMs }: Required<PrinterTimeouts>,
): Promise<'printed' | Fault | undefined> {
  const { bytes, isReached } = dialect.mark(talk)
  talk.say(bytes)
  const end = performance.now() + (silentAtTheEnd.has(name) ? askEvery : progressMs)
  while (!socket.destroyed) {
    if (await talk.until(heard => isReached(heard) || undefined, askEvery)) {
      silentAtTheEnd.delete(name)
      return 'printed'
    }
    const condition = await dialect.condition(talk, answerMs)
    if (condition?.fault !== undefined) return condition.fault
    if (performance.now() < end) continue
    silentAtTheEnd.add(name)
    return undefined
  }
  return undefined
}
