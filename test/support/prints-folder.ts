import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of this run's prints. */
    prints: string
  }
}

/** Makes the folder where the test files of one run leave prints for each other (`prints.ts`). */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-prints-'))
  project.provide('prints', folder)
  return () => rmSync(folder, { recursive: true })
}
