import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pageOf } from './page-text.ts'
import { readRecords } from './record.ts'

const file = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

/** Writes docs/reliability.md with the last finding of each scenario. */
export function writePage(): void {
  writeFileSync(file, pageOf(readRecords()))
}
