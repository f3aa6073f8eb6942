import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Bundles a victim: one file loads in a third of the time of a thousand. Returns its path; whoever asked removes it. */
export async function bundleVictim(): Promise<string> {
  // In the package, because the code finds the package's files by its own place.
  const file = fileURLToPath(new URL(`../../../dist/reliability/victim-${process.pid}.js`, import.meta.url))
  const bundle = await rolldown({
    input: fileURLToPath(new URL('victim.ts', import.meta.url)),
    platform: 'node',
    external: [/^node:/, /^counterfoil(\/|$)/, /^@/, 'pg-native', 'pino-pretty'],
    logLevel: 'silent',
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return file
}
