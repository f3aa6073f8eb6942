import type { Socket } from 'node:net'

/** A connection on which a printer may answer. */
export interface PrinterSession {
  /** All that the printer said so far. */
  readonly heard: Uint8Array
  /** Says something; whether it arrives shows by the answer. */
  say(bytes: Uint8Array): void
  /** Waits for what `read` finds in all that was heard; undefined if it isn't there within so many milliseconds. */
  until<Found>(read: (heard: Uint8Array) => Found | undefined, milliseconds: number): Promise<Found | undefined>
}

/** More than any answers are; what comes beyond is nothing that we asked for. Bytes. */
const maxHeardBytes = 4096

/** Listens to an open connection. Nothing stays unread: that would turn its end into a reset, which loses what was sent. */
export function openSession(socket: Socket): PrinterSession {
  let heard = Buffer.alloc(0)
  let notify = () => {}
  socket.on('data', (piece: Buffer) => {
    if (heard.length < maxHeardBytes) heard = Buffer.concat([heard, piece])
    notify()
  })
  socket.once('close', () => notify())
  return {
    get heard() {
      return heard
    },
    say(bytes) {
      if (socket.writable) socket.write(bytes)
    },
    until(read, milliseconds) {
      const { promise, resolve } = Promise.withResolvers<ReturnType<typeof read>>()
      const timer = setTimeout(() => end(undefined), milliseconds)
      function end(found: ReturnType<typeof read>): void {
        clearTimeout(timer)
        notify = () => {}
        resolve(found)
      }
      notify = () => {
        const found = read(heard)
        if (found !== undefined || socket.destroyed) end(found)
      }
      notify()
      return promise
    },
  }
}
