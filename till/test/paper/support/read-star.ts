import { type Commands, Press } from './press.ts'
import { ascii, type Mark } from './tape.ts'

/** Reads StarPRNT and Star Line Mode as a printer does: only the commands that a receipt needs, else an error. */
export function readStar(bytes: Uint8Array): Mark[] {
  const press = new Press(bytes)
  const { tape, marks, letters } = press
  const qr = { module: 0, level: '', text: '' }

  const group: Commands = {
    // ESC GS t n: code page.
    116: () => {
      letters.page = tape.next()
    },
    // ESC GS a n: left or middle.
    97: () => {
      letters.center = tape.one(0, 1) === 1
    },
    // ESC GS P: begins and ends a page, so that what is held is printed.
    80: () => tape.one(0x30, 0x31),
    // ESC GS y: QR codes.
    121: () => {
      const command = tape.next()
      if (command === 0x53) {
        const setting = tape.one(0x30, 0x31, 0x32)
        const value = tape.next()
        if (setting === 0x31) qr.level = 'LMQH'[value] ?? tape.fail(value)
        if (setting === 0x32) qr.module = value
      } else if (command === 0x44) {
        tape.one(0x31)
        tape.one(0)
        qr.text = ascii(tape.take(tape.word()))
      } else if (command === 0x50) {
        press.atStart()
        marks.push({ kind: 'qr', ...qr, center: letters.center })
      } else tape.fail(command)
    },
  }

  const escapes: Commands = {
    // ESC @ and CAN: begins anew.
    64: () => {
      tape.one(0x18)
      press.reset()
    },
    29: () => press.run(group),
    // ESC E, ESC F: bold.
    69: () => {
      letters.bold = true
    },
    70: () => {
      letters.bold = false
    },
    // ESC i h w: the size of letters; twice as high, or twice as wide, too.
    105: () => {
      letters.tall = tape.one(0, 1) === 1
      letters.wide = (letters.tall ? tape.one(0, 1) : tape.one(0)) === 1
    },
    // ESC 0, ESC z 1: lines of 24 dots, and the usual ones.
    48: () => {
      letters.feed = 24
    },
    122: () => {
      tape.one(1)
      letters.feed = 30
    },
    // ESC X n1 n2: a strip of 24 dots, column by column.
    88: () => {
      press.atStart()
      const width = tape.word()
      const dark = strip(tape.take(width * 3), width)
      marks.push({ kind: 'dots', width, height: 24, dark, center: letters.center })
      tape.one(0x0a)
      tape.one(0x0d)
    },
    // ESC b: bars, up to RS.
    98: () => {
      press.atStart()
      const kind = tape.next()
      const symbology = symbologies[kind] ?? tape.fail(kind)
      const caption = tape.one(1, 2) === 2
      const module = tape.one(1, 2, 3) + 1
      const height = tape.next()
      const text = ascii(tape.until(0x1e))
      marks.push({ kind: 'bars', symbology, text, module, height, caption, center: letters.center })
    },
    // ESC d: cut.
    100: () => press.cut(),
    // ESC BEL t1 t2 BEL: the drawer.
    7: () => {
      tape.take(2)
      tape.one(0x07)
      marks.push({ kind: 'drawer' })
    },
  }

  return press.read({ 27: () => press.run(escapes) })
}

/** ESC b's numbers. */
const symbologies: Record<number, string> = { 1: 'upca', 2: 'ean8', 3: 'ean13', 4: 'code39', 6: 'code128' }

/** Three bytes a column, from the top, as rows. */
function strip(bytes: Uint8Array, width: number): Uint8Array {
  const dark = new Uint8Array(width * 24)
  for (let x = 0; x < width; x++)
    for (let y = 0; y < 24; y++) dark[y * width + x] = (bytes[x * 3 + (y >> 3)]! >> (7 - (y & 7))) & 1
  return dark
}
