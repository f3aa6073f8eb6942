import type { Speech } from '../../merchants/speech.ts'
import type { SheetTable } from '../../statistics/day-end/sheet.ts'

/** A report in words, to be printed or mailed. */
export interface Sheet extends Pick<Speech, 'language' | 'direction'> {
  title: string
  /** Whom and what it is about, a line each. */
  about: readonly string[]
  sections: readonly SheetSection[]
  /** What there is to know besides, a sentence each. */
  notes: readonly string[]
}

/** A part of a report. */
export interface SheetSection {
  heading?: string
  tables: readonly SheetTable[]
}

/** A text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
