import { ascii, type Mark, Tape } from './tape.ts'

/**
 * Reads ESC/POS as a printer does, by Epson's reference of the commands: only those that a receipt needs, and an error for any
 * other byte below 20.
 */
export function readEscPos(bytes: Uint8Array): Mark[] {
  const tape = new Tape(bytes)
  const marks: Mark[] = []
  const set = {
    page: 0,
    center: false,
    bold: false,
    height: 0,
    module: 0,
    caption: false,
    qrModule: 0,
    qrLevel: '',
    qrText: '',
  }
  let line: number[] = []
  let bold = false

  const atStart = () => {
    if (line.length > 0) throw new Error(`A command for whole lines within a line, at ${tape.at}`)
  }

  const escapes: Record<number, () => void> = {
    // ESC @: begins anew.
    64: () => Object.assign(set, { page: 0, center: false, bold: false }),
    // ESC M 0: the usual letters.
    77: () => tape.one(0),
    // ESC t n: code page.
    116: () => {
      set.page = tape.next()
    },
    // ESC a n: left or middle.
    97: () => {
      atStart()
      set.center = tape.one(0, 1) === 1
    },
    // ESC E n: bold.
    69: () => {
      set.bold = tape.one(0, 1) === 1
    },
    // ESC p m t1 t2: the drawer.
    112: () => {
      tape.one(0, 1)
      tape.take(2)
      marks.push({ kind: 'drawer' })
    },
  }

  const group: Record<number, () => void> = {
    // GS h, GS w, GS H: height, width and caption of bars.
    104: () => {
      set.height = tape.next()
    },
    119: () => {
      set.module = tape.one(2, 3, 4)
    },
    72: () => {
      set.caption = tape.one(0, 2) === 2
    },
    // GS k: bars, ended by 00 or with their length.
    107: () => {
      atStart()
      const kind = tape.next()
      const named = symbologies[kind] ?? tape.fail(kind)
      const text = ascii(kind < 0x40 ? tape.until(0) : tape.take(tape.next()))
      if (named === 'code128' && !text.startsWith('{B')) throw new Error(`Code128 without its code set: ${text}`)
      const { height, module, caption, center } = set
      const shown = named === 'code128' ? text.slice(2).replaceAll('{{', '{') : text
      marks.push({ kind: 'bars', symbology: named, text: shown, module, height, caption, center })
    },
    // GS v 0: a picture, row by row.
    118: () => {
      atStart()
      tape.one(0x30)
      tape.one(0)
      const [across, height] = [tape.word(), tape.word()]
      const data = tape.take(across * height)
      const real = data.findIndex((byte, at) => byte === 0x10 && [0x04, 0x05, 0x14].includes(data[at + 1] ?? 0))
      if (real >= 0) throw new Error(`A real-time command within a picture, at ${real}`)
      marks.push({
        kind: 'dots',
        width: across * 8,
        height,
        dark: bits(data),
        center: set.center,
      })
    },
    // GS ( k: QR codes.
    40: () => {
      tape.one(0x6b)
      const length = tape.word()
      tape.one(0x31)
      const [command, values] = [tape.next(), tape.take(length - 2)]
      if (command === 0x43) set.qrModule = values[0]!
      else if (command === 0x45) set.qrLevel = 'LMQH'[values[0]! - 0x30] ?? tape.fail(values[0]!)
      else if (command === 0x50) set.qrText = ascii(values.subarray(1))
      else if (command === 0x51) {
        atStart()
        marks.push({ kind: 'qr', text: set.qrText, module: set.qrModule, level: set.qrLevel, center: set.center })
      } else if (command !== 0x41) tape.fail(command)
    },
    // GS V: cut.
    86: () => {
      tape.one(0, 1)
      atStart()
      marks.push({ kind: 'cut' })
    },
  }

  while (!tape.done) {
    const byte = tape.next()
    if (byte >= 0x20 && byte !== 0x7f) {
      line.push(byte)
      bold = set.bold
    } else if (byte === 0x0a) {
      marks.push({ kind: 'line', bytes: Uint8Array.from(line), page: set.page, bold })
      line = []
      bold = false
    } else if (byte === 0x1b) run(escapes)
    else if (byte === 0x1d) run(group)
    // FS .: letters of one byte.
    else if (byte === 0x1c) tape.one(0x2e)
    else tape.fail(byte)
  }
  if (line.length > 0) throw new Error('The last line has no end.')
  return marks

  function run(commands: Record<number, () => void>): void {
    const byte = tape.next()
    const command = commands[byte] ?? tape.fail(byte)
    command()
  }
}

/** GS k's numbers. */
const symbologies: Record<number, string> = { 0: 'upca', 2: 'ean13', 3: 'ean8', 4: 'code39', 73: 'code128' }

/** Each bit, the highest of a byte first. */
function bits(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: bytes.length * 8 }, (_, bit) => (bytes[bit >> 3]! >> (7 - (bit & 7))) & 1)
}
