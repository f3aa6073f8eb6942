/** Builds the studio's page: `node scripts/build-studio.ts`. One script and one stylesheet. */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { pageFolder, writeHost } from './page-files.ts'

const out = resolve('dist/studio-page')

rmSync(out, { recursive: true, force: true })
const bundle = await rolldown({ input: { studio: resolve(pageFolder, 'studio/studio.tsx') }, platform: 'browser' })
await bundle.write({ dir: out, format: 'es', minify: true, entryFileNames: '[name].js' })
await bundle.close()
writeHost('studio', out, [
  'studio.css',
  'bar/bar.css',
  'side/receipt.css',
  'bench/bench.css',
  'checks/checks.css',
  'side/side.css',
  'overlays.css',
  'small.css',
])
