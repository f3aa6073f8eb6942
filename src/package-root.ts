import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * This package's folder, with `templates/`, `locales/` and `fixtures/`: the nearest parent folder with a package.json. Sources
 * and build are at different depths, so it has to be searched for.
 */
export const packageRoot: string = rootAbove(import.meta.dirname)

function rootAbove(folder: string): string {
  const above = dirname(folder)
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : rootAbove(above)
}
