/**
 * `npm run install:check` installs Counterfoil from nothing in each documented way, then makes it work: a mail and a PDF from the
 * library in many stacks, a receipt and its PDF from the service. It takes minutes. `-- packages next` picks checks; the names are
 * below and in stacks.ts. `--write` writes the stacks that were tried to docs/recipes.md.
 * A container can't be built everywhere, so `image` runs the Dockerfile's steps in a folder.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject, npm } from './install-check/consumer.ts'
import { run } from './install-check/run.ts'
import { stacks, writeStacks } from './install-check/stacks.ts'
import { checkClone, checkImage, checkPackages } from './install-check/ways.ts'

const ways = { clone: checkClone, packages: checkPackages, image: checkImage }
const names = [...Object.keys(ways), ...Object.keys(stacks)]
const chosen = process.argv.slice(2).filter(word => word !== '--write')
const unknown = chosen.find(name => !names.includes(name))
if (unknown !== undefined) throw new Error(`There is no check "${unknown}"; there are ${names.join(', ')}.`)
const isChosen = ([name]: [string, unknown]) => chosen.length === 0 || chosen.includes(name)

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-install-'))
// The image's user is another one.
chmodSync(folder, 0o755)
try {
  for (const [name, check] of Object.entries(ways).filter(isChosen)) {
    const project = join(folder, name, 'project')
    copyProject(project)
    await check(project, line => process.stdout.write(`${name}: ${line}\n`))
  }
  const tried = new Map<string, string>()
  const project = join(folder, 'stacks/project')
  for (const [name, { check }] of Object.entries(stacks).filter(isChosen)) {
    if (!existsSync(project)) {
      copyProject(project)
      run(npm('ci'), project)
      run('npm pack', project)
    }
    tried.set(name, await check(project))
    process.stdout.write(`${name}: ${tried.get(name)}\n`)
    if (process.argv.includes('--write')) writeStacks(join(import.meta.dirname, '..'), tried)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
