import { ascii, type Mark, Tape } from './tape.ts'

/** Reads StarPRNT and Star Line Mode as a printer does: only the commands that a receipt needs, else an error. */
export function readStar(bytes: Uint8Array): Mark[] {
  const tape = new Tape(bytes)
  const marks: Mark[] = []
  const set = { page: 0, center: false, bold: false, qrModule: 0, qrLevel: '', qrText: '' }
  let line: number[] = []
  let bold = false

  const atStart = () => {
    if (line.length > 0) throw new Error(`A command for whole lines within a line, at ${tape.at}`)
  }

  const group: Record<number, () => void> = {
    // ESC GS t n: code page.
    116: () => {
      set.page = tape.next()
    },
    // ESC GS a n: left or middle.
    97: () => {
      set.center = tape.one(0, 1) === 1
    },
    // ESC GS P: begins and ends a page, so that what is held is printed.
    80: () => tape.one(0x30, 0x31),
    // ESC GS y: QR codes.
    121: () => {
      const command = tape.next()
      if (command === 0x53) {
        const setting = tape.one(0x30, 0x31, 0x32)
        const value = tape.next()
        if (setting === 0x31) set.qrLevel = 'LMQH'[value] ?? tape.fail(value)
        if (setting === 0x32) set.qrModule = value
      } else if (command === 0x44) {
        tape.one(0x31)
        tape.one(0)
        set.qrText = ascii(tape.take(tape.word()))
      } else if (command === 0x50) {
        atStart()
        marks.push({ kind: 'qr', text: set.qrText, module: set.qrModule, level: set.qrLevel, center: set.center })
      } else tape.fail(command)
    },
  }

  const escapes: Record<number, () => void> = {
    // ESC @ and CAN: begins anew.
    64: () => {
      tape.one(0x18)
      Object.assign(set, { page: 0, center: false, bold: false })
    },
    29: () => run(group),
    // ESC E, ESC F: bold.
    69: () => {
      set.bold = true
    },
    70: () => {
      set.bold = false
    },
    // ESC 0, ESC z 1: lines of 24 dots for pictures, and the usual ones.
    48: () => {},
    122: () => tape.one(1),
    // ESC X n1 n2: a strip of 24 dots, column by column.
    88: () => {
      atStart()
      const width = tape.word()
      marks.push({ kind: 'dots', width, height: 24, dark: strip(tape.take(width * 3), width), center: set.center })
      tape.one(0x0a)
      tape.one(0x0d)
    },
    // ESC b: bars, up to RS.
    98: () => {
      atStart()
      const kind = tape.next()
      const symbology = symbologies[kind] ?? tape.fail(kind)
      const caption = tape.one(1, 2) === 2
      const module = tape.one(1, 2, 3) + 1
      const height = tape.next()
      const text = ascii(tape.until(0x1e))
      marks.push({ kind: 'bars', symbology, text, module, height, caption, center: set.center })
    },
    // ESC d: cut.
    100: () => {
      tape.one(0, 1)
      atStart()
      marks.push({ kind: 'cut' })
    },
    // ESC BEL t1 t2 BEL: the drawer.
    7: () => {
      tape.take(2)
      tape.one(0x07)
      marks.push({ kind: 'drawer' })
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

/** ESC b's numbers. */
const symbologies: Record<number, string> = { 1: 'upca', 2: 'ean8', 3: 'ean13', 4: 'code39', 6: 'code128' }

/** Three bytes a column, from the top, as rows. */
function strip(bytes: Uint8Array, width: number): Uint8Array {
  const dark = new Uint8Array(width * 24)
  for (let x = 0; x < width; x++)
    for (let y = 0; y < 24; y++) dark[y * width + x] = (bytes[x * 3 + (y >> 3)]! >> (7 - (y & 7))) & 1
  return dark
}
