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

/** The drawing library without the encoders of a hundred other symbologies: it finds them by name, so they aren't left out by themselves. */
export function ourEncoders(code: string, symbologies: readonly string[]): string {
  const ours = new Set<string>(symbologies.map(name => name.replaceAll('-', '_')))
  const kept = new Set<string>()
  const less = code.replaceAll(/case "(\w+)":\s+return bwipp_\w+;/g, (entry, name) => {
    if (ours.has(name)) kept.add(name)
    return ours.has(name) ? entry : ''
  })
  if (kept.size < ours.size) throw new Error('bwip-js looks for its encoders in another way')
  return less
}
