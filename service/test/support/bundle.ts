import { rolldown } from 'rolldown'

/**
 * Bundles a program of the service: one file loads in two thirds of the time of a thousand. Whoever asked removes it.
 *
 * @param input the program's source
 * @param file where to write it: two folders deep in the package, because the code finds the package's files by its own place
 */
export async function bundleProgram(input: string, file: string): Promise<void> {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/, /^counterfoil(\/|$)/, /^@/, 'pg-native', 'pino-pretty'],
    logLevel: 'silent',
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
}
