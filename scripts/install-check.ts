/**
 * `npm run install:check` installs Counterfoil from nothing in each documented way, then makes it work: a mail and a PDF from the
 * library, a receipt and its PDF from the service. It takes minutes. `-- packages image` picks ways; the names are below.
 * A container can't be built everywhere, so `image` runs the Dockerfile's steps in a folder.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkJest } from './install-check/jest.ts'
import { checkClone, checkImage, checkPackages, checkYarn, copyProject } from './install-check/ways.ts'

const ways = { clone: checkClone, packages: checkPackages, yarn: checkYarn, jest: checkJest, image: checkImage }
const asked = process.argv.slice(2)
const unknown = asked.filter(name => !Object.hasOwn(ways, name))
if (unknown.length > 0) throw new Error(`There is no way "${unknown[0]}"; there are ${Object.keys(ways).join(', ')}.`)

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-install-'))
// The image's user is another one.
chmodSync(folder, 0o755)
try {
  for (const [name, check] of Object.entries(ways)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const project = join(folder, name, 'project')
    copyProject(project)
    await check(project, line => process.stdout.write(`${name}: ${line}\n`))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
