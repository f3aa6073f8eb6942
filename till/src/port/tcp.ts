import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../basics/errors.ts'
import { failed, type Patience, piecesOf, type Sent } from './sent.ts'

/**
 * Sends bytes to a printer on the network: connects, writes, ends, and waits until the printer has closed too, since what is cut
 * short loses the last lines and the cut. A busy printer refuses; it is asked again until the time is over.
 */
export async function sendByTcp(
  { host, port }: { host: string; port: number },
  bytes: Uint8Array,
  patience: Required<Patience>,
): Promise<Sent> {
  const opened = await open(host, port, patience.connect)
  if ('outcome' in opened) return opened
  return await new Write(opened, bytes, patience.progress).done
}

/** Between two tries; milliseconds. */
const nextTry = 200

async function open(host: string, port: number, patience: number): Promise<Socket | Sent> {
  const end = performance.now() + patience
  for (;;) {
    const tried = await tryOnce(host, port, Math.max(1, end - performance.now()))
    if (typeof tried !== 'string') return tried
    if (performance.now() + nextTry >= end || !mayPass.has(tried))
      return failed(0, tried, `The printer ${host}:${port} can't be reached (${tried}).`)
    await pause(nextTry)
  }
}

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

/** One job on an open connection. */
class Write {
  readonly done: Promise<Sent>
  readonly #socket: Socket
  readonly #patience: number
  readonly #end: (sent: Sent) => void
  #taken = 0
  #timer: NodeJS.Timeout | undefined

  constructor(socket: Socket, bytes: Uint8Array, patience: number) {
    const { promise, resolve } = Promise.withResolvers<Sent>()
    this.done = promise
    this.#socket = socket
    this.#patience = patience
    this.#end = sent => {
      clearTimeout(this.#timer)
      socket.destroy()
      resolve(sent)
    }
    socket.on('error', error => this.#fail(codeOf(error), 'The connection to the printer broke'))
    // Answers that stay unread would turn the end into a reset, which loses what the printer hasn't read.
    socket.resume()
    this.#write(piecesOf(bytes))
  }

  #write(pieces: Generator<Uint8Array>): void {
    this.#wait('The printer takes no more: see its cover and paper')
    const { value, done } = pieces.next()
    if (done) {
      this.#socket.once('close', () => this.#end({ outcome: 'sent', says: 'The printer has taken the receipt.' }))
      this.#socket.end()
      return
    }
    this.#socket.write(value, error => {
      if (error) return
      this.#taken += value.length
      this.#write(pieces)
    })
  }

  #wait(says: string): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail('deadline', says), this.#patience)
  }

  #fail(code: string, says: string): void {
    this.#end(failed(this.#taken, code, `${says} (${code}).`))
  }
}
