import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * An empty folder that the test takes with it.
 *
 * @param finished of a test that runs beside others: vitest can't tell which of them called
 */
export function newFolder(finished = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-till-'))
  finished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
