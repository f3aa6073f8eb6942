/** Builds the studio's page: `node scripts/build-studio.ts [FOLDER]`. One script and one stylesheet. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const source = resolve(import.meta.dirname, '../tools/studio/page')
const out = resolve(process.argv[2] ?? 'dist/studio-page')

/** In the order in which their rules win. */
const styles = [
  ...[
    'tokens.css',
    'studio.css',
    'bar/bar.css',
    'side/receipt.css',
    'bench/bench.css',
    'checks/checks.css',
    'side/side.css',
  ],
  ...['overlays.css', 'small.css'],
]

rmSync(out, { recursive: true, force: true })
const bundle = await rolldown({ input: { studio: join(source, 'studio.tsx') }, platform: 'browser' })
await bundle.write({ dir: out, format: 'es', minify: true, entryFileNames: '[name].js' })
await bundle.close()
writeFileSync(join(out, 'studio.css'), styles.map(name => readFileSync(join(source, name), 'utf8')).join('\n'))
copyFileSync(join(source, 'index.html'), join(out, 'index.html'))
