import type { Numbered } from './switches.ts'

/** What one process has to do. */
export interface Plan {
  /** The mutants of each source file, loops too. */
  files: Record<string, Numbered[]>
  /** Those to try, by number. */
  ids: number[]
  /** Test files, whole paths. */
  tests: string[]
  /** The file that gets a line of JSON for each mutant. */
  results: string
}
