import type { Socket } from 'node:net'

/** How a printer is, and what it has been asked. */
export interface State {
  cover?: boolean
  paper?: 'in' | 'low' | 'out'
  offline?: boolean
  error?: boolean
  /** Whether it says that a job is printed. */
  marks?: boolean
  /** A job begins to print, or has come to its end: what the state is then. */
  after?: Partial<State>
}

/** Answers as Epson's reference message: DLE EOT at once, GS r 1 only if it prints. */
export function epson(state: State) {
  return (socket: Socket): void => {
    let left = ''
    socket.on('data', piece => {
      left += piece.toString('latin1')
      for (;;) {
        const found = /\x10\x04([\x01-\x04])|\x1dr\x01/.exec(left)
        if (!found) break
        if (found.index > 0) Object.assign(state, state.after)
        left = left.slice(found.index + found[0].length)
        const [, kind] = found
        if (kind !== undefined) socket.write(Buffer.of(escPosState(state, kind.charCodeAt(0))))
        else if (state.marks !== false && !isOff(state)) socket.write(Buffer.of(state.paper === 'low' ? 0x03 : 0x00))
      }
    })
  }
}

function escPosState(state: State, kind: number): number {
  const { cover, paper, error } = state
  const bits = {
    1: isOff(state) ? 0x08 : 0,
    2: (cover ? 0x04 : 0) | (paper === 'out' ? 0x20 : 0) | (error ? 0x40 : 0),
    3: error ? 0x08 : 0,
    // With the cover open there is no paper at the sensor.
    4: (paper === 'out' || cover ? 0x60 : 0) | (paper === 'in' || paper === undefined ? 0 : 0x0c),
  }[kind]
  return 0x12 | (bits ?? 0)
}

/** Answers as Star's specifications say: nine bytes to ESC ACK SOH; ETB is counted when it is printed, CAN sets the count to 0. */
export function star(state: State) {
  let count = 0
  return (socket: Socket): void => {
    let left = ''
    socket.on('data', piece => {
      left += piece.toString('latin1')
      for (;;) {
        const found = /\x1b\x06\x01|\x17|\x18/.exec(left)
        if (!found) break
        if (found.index > 0) Object.assign(state, state.after)
        left = left.slice(found.index + found[0].length)
        if (found[0] === '\x18') count = 0
        else if (found[0] === '\x17') count += isOff(state) ? 0 : 1
        else socket.write(starState(state, count))
      }
    })
  }
}

function starState(state: State, count: number): Buffer {
  const { cover, paper, error } = state
  const bytes = Buffer.of(0x23, 0x06, (cover ? 0x20 : 0) | (isOff(state) ? 0x08 : 0), error ? 0x08 : 0, 0)
  const roll = (paper === 'out' ? 0x08 : 0) | (paper === 'low' || paper === 'out' ? 0x04 : 0)
  const counter = state.marks === false ? 0 : ((count & 0x07) << 1) | ((count & 0x18) << 2)
  return Buffer.concat([bytes, Buffer.of(roll, 0, counter, 0)])
}

function isOff({ cover, paper, offline, error }: State): boolean {
  return Boolean(cover || paper === 'out' || offline || error)
}
