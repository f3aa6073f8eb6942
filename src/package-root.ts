import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of this package, which holds `templates/`, `locales/` and `fixtures/`: the nearest folder above that has a
 * package.json. It is looked for because sources and build lie at different depths.
 */
export const packageRoot: string = rootAbove(import.meta.dirname)

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder))
}
