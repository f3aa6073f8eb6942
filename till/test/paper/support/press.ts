import { type Mark, Tape } from './tape.ts'

/** What every printer keeps between commands. */
interface Letters {
  page: number
  center: boolean
  bold: boolean
  tall: boolean
  wide: boolean
  /** Dots from line to line. */
  feed: number
}

/** The commands that begin with some byte, or follow one, by their byte. */
export type Commands = Record<number, () => void>

/** A printer at work: it sets letters in lines and obeys commands. */
export class Press {
  readonly tape: Tape
  readonly marks: Mark[] = []
  readonly letters: Letters = { ...usual }
  #line: number[] = []
  #style = { bold: false, tall: false, wide: false }

  constructor(bytes: Uint8Array) {
    this.tape = new Tape(bytes)
  }

  /** Reads to the end. A byte below 20 that isn't among the commands is an error. */
  read(commands: Commands): Mark[] {
    while (!this.tape.done) {
      const byte = this.tape.next()
      if (byte >= 0x20 && byte !== 0x7f) this.#set(byte)
      else if (byte === 0x0a) this.#feed()
      else this.run(commands, byte)
    }
    if (this.#line.length > 0) throw new Error('The last line has no end.')
    return this.marks
  }

  /** Obeys the command of the next byte. */
  run(commands: Commands, byte = this.tape.next()): void {
    const command = commands[byte] ?? this.tape.fail(byte)
    command()
  }

  /** Letters as they are when the printer is turned on. */
  reset(): void {
    Object.assign(this.letters, usual)
  }

  /** For commands that work at the beginning of a line only. */
  atStart(): void {
    if (this.#line.length > 0) throw new Error(`A command for whole lines within a line, at ${this.tape.at}`)
  }

  cut(): void {
    this.tape.one(0, 1)
    this.atStart()
    this.marks.push({ kind: 'cut' })
  }

  #set(byte: number): void {
    const { bold, tall, wide } = this.letters
    if (this.#line.length > 0 && tall !== this.#style.tall) throw new Error(`Two heights in a line, at ${this.tape.at}`)
    this.#line.push(byte)
    this.#style = { bold, tall, wide }
  }

  #feed(): void {
    this.marks.push({
      kind: 'line',
      bytes: Uint8Array.from(this.#line),
      page: this.letters.page,
      feed: this.letters.feed,
      ...this.#style,
    })
    this.#line = []
    this.#style = { bold: false, tall: false, wide: false }
  }
}

const usual: Letters = { page: 0, center: false, bold: false, tall: false, wide: false, feed: 30 }
