import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browser, consumer, emptyProject, makeBoth, specifiers, tarballOf, versionOf } from './consumer.ts'
import { run } from './run.ts'

/** Every way to resolve modules, with the oldest and the current compiler: the test of the packed package, with all its settings. */
export function checkTypeScript(project: string): string {
  const said = run("NO_COLOR=1 TEST_ALL=1 npx vitest run test/package.test.ts -t 'strict program'", project)
  if (!/Tests +\d+ passed/.test(said)) throw new Error(said)
  const [oldest, current] = ['test/typescript-5.4/node_modules/typescript', 'node_modules/typescript']
  return `TypeScript ${versionOf(project, oldest!)} and ${versionOf(project, current!)}, \`node16\`, \`nodenext\`, \`node20\`, bundler`
}

/** `import` and `require` on the oldest and the current Node.js. */
export function checkNode(project: string): string {
  const folder = consumer(project, 'node', browser)
  for (const program of ['mail', 'pdf']) {
    const code = readFileSync(join(folder, `${program}.js`), 'utf8')
    writeFileSync(join(folder, `${program}.cjs`), code.replace(/import (.*) from (.*)/g, 'const $1 = require($2)'))
  }
  const versions = ['test/node-22/node_modules/node', 'node_modules/node'].map(path => {
    const node = join(project, path, 'bin/node')
    for (const kind of ['js', 'cjs']) makeBoth(folder, program => `${node} ${program}.${kind}`)
    return versionOf(project, path)
  })
  return `Node.js ${versions.join(' and ')}, \`import\` and \`require\``
}

/** A bundle of each kind that leaves the package outside. */
export function checkEsbuild(project: string): string {
  const folder = consumer(project, 'esbuild', [...browser, 'esbuild'])
  for (const [format, kind] of [['esm', 'mjs'] as const, ['cjs', 'cjs'] as const]) {
    const options = `--bundle --platform=node --format=${format} --out-extension:.js=.${kind} --outdir=out`
    run(`node_modules/.bin/esbuild mail.js pdf.js ${options} --external:counterfoil`, folder)
    makeBoth(folder, program => `node out/${program}.${kind}`)
  }
  return `esbuild ${versionOf(folder, 'node_modules/esbuild')}, \`esm\` and \`cjs\``
}

/** Bun, from its package for this system. */
export const checkBun = checkRuntime('Bun', '@oven/bun-linux-x64', 'bin/bun run')

/** Deno, from its package for this system. */
export const checkDeno = checkRuntime('Deno', '@deno/linux-x64-glibc', 'deno run --allow-all')

function checkRuntime(name: string, package_: string, command: string): (project: string) => string {
  return project => {
    const folder = consumer(project, name.toLowerCase(), [...browser, package_])
    makeBoth(folder, program => `node_modules/${package_}/${command} ${program}.js`)
    return `${name} ${versionOf(folder, 'node_modules', package_)}`
  }
}

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
