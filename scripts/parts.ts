import type { Plugin } from 'rolldown'
import { receiptData } from '../src/receipt/data/receipt-data.ts'
import * as valueReaders from '../src/receipt/quick/value-readers.ts'
import { writeReaders } from '../src/receipt/quick/write-readers.ts'

/** Writes the readers of receipts in place of the module that makes them when running from source. */
export const readersPlugin: Plugin = {
  name: 'readers',
  load: id => (id.endsWith('/src/receipt/quick/readers.ts') ? readers() : undefined),
}

function readers(): string {
  return `import { tables } from '../../standards/codes/tables.ts'
import { ${Object.keys(valueReaders).join(', ')} } from './value-readers.ts'
${writeReaders(receiptData.field)}
export { readReceiptData }
`
}

/**
 * A file of the drawing library without what we don't draw: the encoders of a hundred other symbologies, which it finds by name, so they aren't
 * left out by themselves, and the fonts of texts below bars.
 */
export function lessOfBwip(code: string, id: string, symbologies: readonly string[]): string | undefined {
  if (id.endsWith('/bwipp.mjs')) return ourEncoders(code, symbologies)
  if (!id.endsWith('/bwip-js-gen.mjs')) return undefined
  const less = code.replaceAll(/^FontLib\.loadFont\("OCR-[AB]", [^)]*\);?$/gm, '')
  if (code.length - less.length < 30_000) throw new Error('bwip-js loads its fonts in another way')
  return less
}

function ourEncoders(code: string, symbologies: readonly string[]): string {
  const ours = new Set<string>(symbologies.map(name => name.replaceAll('-', '_')))
  const kept = new Set<string>()
  const less = code.replaceAll(/case "(\w+)":\s+return bwipp_\w+;/g, (entry, name) => {
    if (ours.has(name)) kept.add(name)
    return ours.has(name) ? entry : ''
  })
  if (kept.size < ours.size) throw new Error('bwip-js looks for its encoders in another way')
  return less
}
