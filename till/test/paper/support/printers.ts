import { readFileSync } from 'node:fs'
import { createEngine, type ReceiptInput } from 'counterfoil'
import { openPrinter } from 'counterfoil/internal'
import { openPaper } from '../../../src/paper/paper.ts'
import { sale } from '../../support/sales.ts'
import { lettersAs } from './letters.ts'
import { readEscPos } from './read-escpos.ts'
import { readStar } from './read-star.ts'
import type { Mark } from './tape.ts'

/** Prints for all files of a worker, with one browser, and ends with it. */
export const printer = openPrinter({ processes: 1 })

export const engine = await createEngine({ pdf: { printer } })

export const maker = openPaper({ engine })

/** A printer of each kind that differs in its bytes; the P20II has no cutter. */
export const printers = [
  { model: 'epson-tm-t88v', make: 'epson', columns: 42, dots: 504, cuts: 1 },
  { model: 'epson-tm-m30iii', make: 'epson', columns: 48, dots: 576, cuts: 1 },
  { model: 'epson-tm-p20ii', make: 'epson', columns: 32, dots: 384, cuts: 0 },
  { model: 'star-mc-print2', make: 'star', columns: 32, dots: 384, cuts: 1 },
  { model: 'star-tsp650ii', make: 'star', columns: 48, dots: 576, cuts: 1 },
] as const

/** A fixture's receipt, and the language in its name. */
export function fixture(name: string): { receipt: string; acceptLanguage: string | null } {
  const receipt = readFileSync(new URL(`../../../../fixtures/${name}/receipt.json`, import.meta.url), 'utf8')
  return { receipt, acceptLanguage: name.split('.')[1] ?? null }
}

/** A sale of one thing. */
export function saleOf(name: string, changes: Record<string, unknown> = {}): ReceiptInput {
  return sale('20931', { items: [{ name, price: 19, total: 19 }], currency: 'USD', ...changes })
}

/** What a printer does with bytes; an error for any that it might not understand. */
export function printed(bytes: Uint8Array, make: 'epson' | 'star'): Mark[] {
  return make === 'star' ? readStar(bytes) : readEscPos(bytes)
}

/** The lines of text on the paper. */
export function linesOf(marks: readonly Mark[], make: 'epson' | 'star' = 'epson'): string[] {
  return marks.flatMap(mark => (mark.kind === 'line' ? [lettersAs(make, mark.page, mark.bytes)] : []))
}
