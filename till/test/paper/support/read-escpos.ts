import { type Commands, Press } from './press.ts'
import { ascii, type Mark } from './tape.ts'

/**
 * Reads ESC/POS as a printer does, by Epson's reference of the commands: only those that a receipt needs, and an error for any
 * other byte below 20.
 */
export function readEscPos(bytes: Uint8Array): Mark[] {
  const press = new Press(bytes)
  const { tape, marks, letters } = press
  const bars = { height: 0, module: 0, caption: false }
  const qr = { module: 0, level: '', text: '' }

  const escapes: Commands = {
    // ESC @: begins anew.
    64: () => press.reset(),
    // ESC M 0: the usual letters.
    77: () => tape.one(0),
    // ESC t n: code page.
    116: () => {
      letters.page = tape.next()
    },
    // ESC a n: left or middle.
    97: () => {
      press.atStart()
      letters.center = tape.one(0, 1) === 1
    },
    // ESC E n: bold.
    69: () => {
      letters.bold = tape.one(0, 1) === 1
    },
    // ESC 3 n: from line to line.
    51: () => {
      letters.feed = tape.next()
    },
    // ESC p m t1 t2: the drawer.
    112: () => {
      tape.one(0, 1)
      tape.take(2)
      marks.push({ kind: 'drawer' })
    },
  }

  const group: Commands = {
    // GS ! n: the size of letters; 1 is twice as high, 11 twice as wide, too.
    33: () => {
      const size = tape.one(0, 1, 0x11)
      letters.tall = size !== 0
      letters.wide = size === 0x11
    },
    // GS h, GS w, GS H: height, width and caption of bars.
    104: () => {
      bars.height = tape.next()
    },
    119: () => {
      bars.module = tape.one(2, 3, 4)
    },
    72: () => {
      bars.caption = tape.one(0, 2) === 2
    },
    // GS k: bars, ended by 00 or with their length.
    107: () => {
      press.atStart()
      const kind = tape.next()
      const symbology = symbologies[kind] ?? tape.fail(kind)
      const text = ascii(kind < 0x40 ? tape.until(0) : tape.take(tape.next()))
      if (symbology === 'code128' && !text.startsWith('{B')) throw new Error(`Code128 without its code set: ${text}`)
      const shown = symbology === 'code128' ? text.slice(2).replaceAll('{{', '{') : text
      marks.push({ kind: 'bars', symbology, text: shown, ...bars, center: letters.center })
    },
    // GS v 0: a picture, row by row.
    118: () => {
      press.atStart()
      tape.one(0x30)
      tape.one(0)
      const [across, height] = [tape.word(), tape.word()]
      const data = tape.take(across * height)
      const real = data.findIndex((byte, at) => byte === 0x10 && [0x04, 0x05, 0x14].includes(data[at + 1] ?? 0))
      if (real >= 0) throw new Error(`A real-time command within a picture, at ${real}`)
      marks.push({ kind: 'dots', width: across * 8, height, dark: bits(data), center: letters.center })
    },
    // GS ( k: QR codes.
    40: () => {
      tape.one(0x6b)
      const length = tape.word()
      tape.one(0x31)
      const [command, values] = [tape.next(), tape.take(length - 2)]
      if (command === 0x43) qr.module = values[0]!
      else if (command === 0x45) qr.level = 'LMQH'[values[0]! - 0x30] ?? tape.fail(values[0]!)
      else if (command === 0x50) qr.text = ascii(values.subarray(1))
      else if (command === 0x51) {
        press.atStart()
        marks.push({ kind: 'qr', ...qr, center: letters.center })
      } else if (command !== 0x41) tape.fail(command)
    },
    // GS V: cut.
    86: () => press.cut(),
  }

  return press.read({
    27: () => press.run(escapes),
    29: () => press.run(group),
    // FS .: letters of one byte.
    28: () => tape.one(0x2e),
  })
}

/** GS k's numbers. */
const symbologies: Record<number, string> = { 0: 'upca', 2: 'ean13', 3: 'ean8', 4: 'code39', 73: 'code128' }

/** Each bit, the highest of a byte first. */
function bits(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: bytes.length * 8 }, (_, bit) => (bytes[bit >> 3]! >> (7 - (bit & 7))) & 1)
}
