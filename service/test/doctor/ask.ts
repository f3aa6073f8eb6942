import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { examine } from '../../src/operations/doctor/examine.ts'
import type { Finding } from '../../src/operations/doctor/finding.ts'

/** A new folder, for one test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'counterfoil-doctor-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Until the test ends, there is no browser: most checks are not about it, and it would print each time. */
export function withoutBrowser(): void {
  vi.stubEnv('PUPPETEER_EXECUTABLE_PATH', '/nowhere/chromium')
  onTestFinished(() => void vi.unstubAllEnvs())
}

/** One of the findings. */
export const find = (findings: readonly Finding[], name: string) => findings.find(({ check }) => check === name)

/** What the doctor says of one check. @param silence milliseconds */
export async function ask(
  check: string,
  settings: Record<string, string>,
  silence?: number,
): Promise<Finding | undefined> {
  withoutBrowser()
  const overrides = { landmarks: ['landmark.test'], only: [check], ...(silence !== undefined && { silence }) }
  const [found] = await examine({ DATA_DIR: join(folder(), 'data'), ...settings }, overrides)
  return found
}
