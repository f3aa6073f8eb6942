import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { openBrowser } from './peers/browser.ts'

const packages = [
  'handlebars',
  'juice',
  'bwip-js',
  'mjml',
  '@react-email/render',
  'pdfmake',
  '@react-pdf/renderer',
  'puppeteer',
]

/** The machine and versions used: name and value. */
export async function machine(): Promise<[string, string][]> {
  const { version: browser, close } = await openBrowser()
  await close()
  return [
    ['node', process.version],
    ['processor', `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`],
    ['memory', `${Math.round(totalmem() / 1e9)} GB`],
    ['system', `${process.platform} ${process.arch}`],
    ['browser', browser],
    ['counterfoil', versionAt('../package.json')],
    ...packages.map((name): [string, string] => [name, versionOf(name)]),
  ]
}

function versionOf(name: string): string {
  for (const folder of ['node_modules', '../node_modules']) {
    try {
      return versionAt(`${folder}/${name}/package.json`)
    } catch {}
  }
  return 'not installed'
}

function versionAt(path: string): string {
  return (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string }).version
}
