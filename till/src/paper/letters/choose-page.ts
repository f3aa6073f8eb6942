import type { Slip } from 'counterfoil'
import { type Page, pagesOf } from '../encoder.ts'
import type { Printer } from '../printer.ts'
import { pageFor, pages, strangeLetters } from './letters.ts'

/** The code page for a slip, and why it is printed so; no page if it must be a picture. */
export function choosePage({ parts, dir }: Slip, printer: Printer): { page?: Page; why: string } {
  if (dir === 'rtl') return { why: 'it runs from right to left' }
  const has = surePages(printer)
  const text = parts.map(part => ('text' in part ? part.text : '')).join('\n')
  const page = pageFor(text, has)
  if (page !== undefined) return { page, why: `code page ${page} has all letters` }
  const strange = strangeLetters(text, has).join(' ')
  const lacks = strange === '' ? 'no code page has all letters' : `no code page has ${strange}`
  return { why: has === everyones ? `${lacks}, of those that every printer has; name the model` : lacks }
}

/** The code pages that a printer surely has, under the numbers that it is told. */
export function surePages(printer: Printer): readonly Page[] {
  const isKnown = printer.model !== undefined || printer.language !== 'esc-pos'
  return isKnown ? pagesOf(printer, pages) : everyones
}

/** The only one that all ESC/POS printers have under one number. */
const everyones: readonly Page[] = ['cp437']
