import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browser, emptyProject, makeBoth, specifiers, tarballOf } from './consumer.ts'
import { run } from './run.ts'

const font = '@expo-google-fonts/noto-sans-jp'

/** The library as Yarn installs it, with packages in archives: a mail, a PDF, and Japanese. */
export function checkYarn(project: string): string {
  const version = '4.18.1'
  const folder = declaring(project, 'berry')
  writeFileSync(join(folder, '.yarnrc.yml'), 'nodeLinker: pnp\nenableTelemetry: false\nenableScripts: false\n')
  writeFileSync(join(folder, 'yarn.lock'), '')
  const yarn = `npm exec --yes --package=@yarnpkg/cli-dist@${version} -- yarn`
  run(`${yarn} install`, folder)
  check(folder, `${yarn} node`)
  return `Yarn ${version}, Plug'n'Play`
}

/** The library as pnpm installs it: nothing is found but what is declared. */
export function checkPnpm(project: string): string {
  const folder = declaring(project, 'pnpm')
  const pnpm = 'npm exec --yes --package=pnpm@12 -- pnpm'
  run(`${pnpm} install --ignore-scripts`, folder)
  check(folder, 'node')
  return `pnpm ${run(`${pnpm} --version`, folder).trim()}`
}

/** A project whose manifest names the packages, for other package managers than npm. */
function declaring(project: string, name: string): string {
  const folder = emptyProject(project, name)
  const named = specifiers(project, [...browser, font]).map(specifier => {
    const at = specifier.lastIndexOf('@')
    return [specifier.slice(0, at), specifier.slice(at + 1)]
  })
  const dependencies = Object.fromEntries([...named, ['counterfoil', `file:${tarballOf(project)}`]])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module', dependencies }))
  return folder
}

function check(folder: string, node: string): void {
  makeBoth(folder, program => `${node} ${program}.js`)
  // Without the letters of its font, it is half as large.
  const bytes = Number.parseInt(run(`${node} japanese.js`, folder), 10)
  if (!(bytes > 30_000)) throw new Error(`The Japanese PDF has ${bytes} bytes`)
}
