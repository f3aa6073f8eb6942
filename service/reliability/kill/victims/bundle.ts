import { fileURLToPath } from 'node:url'
import { bundleProgram } from '../../../test/support/bundle.ts'

/** Bundles a victim, outside of `dist/`, which a build removes. Returns its path; whoever asked removes it. */
export async function bundleVictim(): Promise<string> {
  const file = fileURLToPath(new URL(`../../../node_modules/.cache/victim-${process.pid}.mjs`, import.meta.url))
  await bundleProgram(fileURLToPath(new URL('victim.ts', import.meta.url)), file)
  return file
}
