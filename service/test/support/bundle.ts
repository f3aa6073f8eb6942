import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/**
 * Bundles a program of the service, which the tests start a hundred times: one file loads in two thirds of the time of a thousand.
 * It stays, and with it its compiled code; a run beside this one may replace it.
 *
 * @param input the program's source
 * @param name of the file, without extension
 * @returns the file
 */
export async function bundleProgram(input: string, name: string): Promise<string> {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/, /^counterfoil(\/|$)/, /^@/, 'pg-native', 'pino-pretty'],
    logLevel: 'silent',
  })
  // Two folders deep in the package, because the code finds the package's files by its own place; not in `dist`, which is packed.
  const file = fileURLToPath(new URL(`../../node_modules/.cache/${name}.mjs`, import.meta.url))
  await bundle.write({ file: `${file}.${process.pid}`, format: 'esm', codeSplitting: false })
  await bundle.close()
  await rename(`${file}.${process.pid}`, file)
  return file
}
