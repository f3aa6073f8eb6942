import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/** Where a check reports a line. */
export type Tell = (line: string) => void

/** A command of npm that says only what matters. */
export const npm = (arguments_: string) => `npm ${arguments_} --no-audit --no-fund`

/** What PDFs need beside the library. */
export const browser: readonly string[] = ['puppeteer', '@sparticuz/chromium']

/** A new project with the packed library and other packages, in the versions that Counterfoil is developed with unless one is named. */
export function consumer(project: string, name: string, packages: readonly string[]): string {
  const folder = emptyProject(project, name)
  run(npm(`install --ignore-scripts ${tarballOf(project)} ${specifiers(project, packages).join(' ')}`), folder)
  return folder
}

/** The file that `npm pack` has made in a project. */
export function tarballOf(project: string): string {
  return join(project, `counterfoil-${versionOf(project)}.tgz`)
}

/** Packages as npm takes them: `puppeteer@25.16.0`. */
export function specifiers(project: string, packages: readonly string[]): string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  return packages.map(name => (name in devDependencies ? `${name}@${devDependencies[name]}` : name))
}

/** The version of a package in its folder. */
export function versionOf(...folder: readonly string[]): string {
  return JSON.parse(readFileSync(join(...folder, 'package.json'), 'utf8')).version
}

/** Makes a mail and a PDF of the sale. @param command the command that runs `mail` or `pdf` */
export function makeBoth(folder: string, command: (program: string) => string): void {
  for (const [program, begin] of [
    ['mail', 'Receipt from Alder & Finch: $118.65'] as const,
    ['pdf', '%PDF-1.'] as const,
  ]) {
    const printed = run(command(program), folder)
    if (!printed.startsWith(begin)) throw new Error(`${command(program)} prints ${printed}`)
  }
}

/** The program below a heading of a page, as readers copy it. */
export function programOf(project: string, page: string, heading: string): string {
  const [, below = ''] = readFileSync(join(project, 'docs', page), 'utf8').split(`\n${heading}\n`)
  const [, program] = /^```js\n([\s\S]*?)^```/m.exec(below) ?? []
  if (program === undefined) throw new Error(`docs/${page} has no program under ${heading}`)
  return program
}

/** A new folder with a sale and programs that make its mail and PDFs. */
export function emptyProject(project: string, name: string): string {
  const folder = join(project, '..', name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  cpSync(join(project, 'fixtures/fashion-sale.en-CA/receipt.json'), join(folder, 'sale.json'))
  const program = (result: string) => `
    import { readFileSync } from 'node:fs'
    import { createEngine } from 'counterfoil'
    createEngine().then(async engine => {
      const receipt = readFileSync('sale.json', 'utf8')
      console.log(${result})
      await engine.close()
    })`
  writeFileSync(join(folder, 'mail.js'), program('engine.email(receipt).subject'))
  const start =
    "await engine.pdf(receipt).then(pdf => Buffer.from(pdf).toString('latin1', 0, 8), error => error.message)"
  writeFileSync(join(folder, 'pdf.js'), program(start))
  const japanese =
    "await engine.pdf(receipt, { acceptLanguage: 'ja' }).then(pdf => pdf.length + ' bytes', error => error.message)"
  writeFileSync(join(folder, 'japanese.js'), program(japanese))
  return folder
}

const root = join(import.meta.dirname, '../..')

/** Copies what git would commit, as a clone has it, into a new folder. */
export function copyProject(folder: string): void {
  const options = ['--cached', '--others', '--exclude-standard', '--deduplicate', '-z']
  const names = execFileSync('git', ['ls-files', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  for (const name of names.split('\0').filter(Boolean)) cpSync(join(root, name), join(folder, name))
}
