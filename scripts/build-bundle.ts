/** Bundles each entry point into `dist/`: one file loads three times as fast as three hundred. */
import { cpSync } from 'node:fs'
import { rolldown } from 'rolldown'
import { receiptData } from '../src/receipt/data/receipt-data.ts'
import * as valueReaders from '../src/receipt/quick/value-readers.ts'
import { writeReaders } from '../src/receipt/quick/write-readers.ts'

const bundle = await rolldown({
  input: {
    index: 'src/index.ts',
    lint: 'tools/lint/lint.ts',
    testing: 'tools/goldens/testing.ts',
    pictures: 'tools/goldens/pictures/pdf-pages.ts',
    cli: 'tools/cli/cli.ts',
  },
  platform: 'node',
  plugins: [{ name: 'readers', load: id => (id.endsWith('/src/receipt/quick/readers.ts') ? readers() : undefined) }],
  // Nearly every receipt needs these; the others are loaded when they are needed.
  // The oldest Node that the manifest allows.
  transform: { target: 'node22.12' },
  external: id => /^[^./]/.test(id) && !/^(?:libphonenumber-js|qr|@oxc-project\/runtime)(?:$|\/)/.test(id),
})
await bundle.write({
  dir: 'dist',
  format: 'esm',
  sourcemap: true,
  chunkFileNames: 'part-[name].js',
})
await bundle.close()

// Only unusual receipts need it, and they can't wait for an import.
const library = await rolldown({ input: { zod: 'src/receipt/schema/zod.ts' }, platform: 'node' })
await library.write({ dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs' })
await library.close()

// The type of a message's key is that of this file's keys.
cpSync('locales/en.json', 'dist/types/locales/en.json')

/** The readers of receipts, in place of the module that makes them when running from source. */
function readers(): string {
  return `import { tables } from '../../standards/codes/tables.ts'
import { ${Object.keys(valueReaders).join(', ')} } from './value-readers.ts'
${writeReaders(receiptData.field)}
export { readReceiptData }
`
}
