/** Bundles each entry point into `dist/`: one file loads three times as fast as three hundred. */
import { rolldown } from 'rolldown'
import { symbologies } from '../src/barcode/barcode.ts'
import { lessOfBwip, readersPlugin } from './parts.ts'

const bundle = await rolldown({
  input: {
    index: 'src/index.ts',
    stages: 'src/stages.ts',
    from: 'src/from/index.ts',
    internal: 'src/internal.ts',
    lint: 'tools/lint/lint.ts',
    testing: 'tools/goldens/testing.ts',
    pictures: 'tools/goldens/pictures/pdf-pages.ts',
    cli: 'tools/cli/cli.ts',
  },
  platform: 'node',
  plugins: [readersPlugin, { name: 'data', load: id => (id.endsWith('.json.js') ? parsed(id) : undefined) }],
  // Nearly every receipt needs these; the others are loaded when they are needed.
  // The oldest Node that the manifest allows.
  transform: { target: 'node22.12' },
  external: id => /^[^./]/.test(id) && !/^(?:fflate|libphonenumber-js|qr|@oxc-project\/runtime)(?:$|\/)/.test(id),
})
await bundle.write({
  dir: 'dist',
  format: 'esm',
  // What is written has its names and comments, so a map of it would only be as much again.
  sourcemap: false,
  chunkFileNames: 'part-[name].js',
})
await bundle.close()

// Only unusual receipts need them, and they can't wait for an import.
const libraries = { zod: 'src/receipt/schema/zod.ts', bwip: 'src/barcode/symbol/bwip.ts' }
for (const [name, source] of Object.entries(libraries)) {
  const library = await rolldown({
    input: { [name]: source },
    platform: 'node',
    plugins: [
      {
        name: 'encoders',
        transform: (code, id) => lessOfBwip(code, id, symbologies),
      },
    ],
  })
  // Others' code, which nobody reads here: minified it does the same at half the size.
  await library.write({ dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs', minify: true })
  await library.close()
}

/** Data as text to parse, which takes half as long as compiling it. */
async function parsed(id: string): Promise<string> {
  const { default: data } = (await import(id)) as { default: unknown }
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(data))})`
}
