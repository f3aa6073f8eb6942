import { fileURLToPath } from 'node:url'
import { bundleProgram } from '../../../test/support/bundle.ts'

/** Bundles a victim. Returns its path; whoever asked removes it. */
export async function bundleVictim(): Promise<string> {
  const file = fileURLToPath(new URL(`../../../dist/reliability/victim-${process.pid}.js`, import.meta.url))
  await bundleProgram(fileURLToPath(new URL('victim.ts', import.meta.url)), file)
  return file
}
