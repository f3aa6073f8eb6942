/** Bundles each entry point into `dist/`: one file loads three times as fast as three hundred. */
import { type OutputAsset, type OutputChunk, rolldown } from 'rolldown'
import { symbologies } from '../src/barcode/barcode.ts'
import { ourEncoders, readersPlugin } from './parts.ts'

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
  sourcemap: true,
  chunkFileNames: 'part-[name].js',
  plugins: [{ name: 'maps', generateBundle: (_, files) => Object.values(files).forEach(withoutLibraries) }],
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
        transform: (code, id) => (id.endsWith('/bwipp.mjs') ? ourEncoders(code, symbologies) : undefined),
      },
    ],
  })
  await library.write({ dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs' })
  await library.close()
}

/** Leaves the text of libraries, which anyone can look up, out of a map: a traceback needs only the places. */
function withoutLibraries(file: OutputChunk | OutputAsset): void {
  if (file.type !== 'asset' || !file.fileName.endsWith('.map')) return
  const map = JSON.parse(String(file.source)) as { sources: string[]; sourcesContent: (string | null)[] }
  const texts = map.sourcesContent.map((text, at) => (map.sources[at]!.includes('/node_modules/') ? null : text))
  file.source = JSON.stringify({ ...map, sourcesContent: texts })
}

/** Data as text to parse, which takes half as long as compiling it. */
async function parsed(id: string): Promise<string> {
  const { default: data } = (await import(id)) as { default: unknown }
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(data))})`
}
