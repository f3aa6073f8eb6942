import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * This package's folder, with `templates/`, `locales/` and `fixtures/`: the nearest folder above that has a package.json.
 * Searched for because sources and build are at different depths.
 */
export const packageRoot: string = rootAbove(import.meta.dirname)

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder))
}
