import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { mailContenders } from './contenders.ts'
import { figureOf, summary } from './measure.ts'
import { atMost, type Figure, short } from './table.ts'

const section = 'The first mail of a new process, since the process started'
const names = Object.keys(mailContenders)

/** Milliseconds from process start to the first email; contenders take turns, one process at a time. */
export async function startUp(turns: number): Promise<Figure[]> {
  const folder = plainPrograms()
  const times = new Map(names.map(name => [name, [] as number[]]))
  try {
    for (let turn = 0; turn < turns; turn++) {
      for (const name of names) {
        const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'contenders.js'), name])
        times.get(name)!.push(Number(stdout))
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const own = summary(times.get('counterfoil')!).median
  return names.map((name): Figure => {
    const figure = figureOf(section, name, times.get(name)!)
    if (name === 'counterfoil') return { ...figure, target: atMost(figure.value, 150, 'ms') }
    return { ...figure, beside: `${short(figure.value / own)} × counterfoil` }
  })
}

/** This folder's programs as JavaScript, as they would be deployed: to read TypeScript takes Node 40 ms. */
function plainPrograms(): string {
  const folder = mkdtempSync(join(import.meta.dirname, '../.bench-'))
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'))
  for (const path of globSync('{*,peers/*}.{ts,hbs}', { cwd: import.meta.dirname })) {
    const source = readFileSync(join(import.meta.dirname, path), 'utf8')
    const target = join(folder, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, path.endsWith('.ts') ? toJavaScript(source) : source)
  }
  return folder
}

/** Modules of this folder are named as they are written; those of `src` stay TypeScript, which no mail needs. */
function toJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replaceAll(/(?<=(?:from |import\()'\.\.?\/(?!\.\.|src)[\w./-]+)\.ts'/g, ".js'")
}
