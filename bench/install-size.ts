import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesOf } from '../scripts/install-check/run.ts'
import { atMost, type Figure } from './table.ts'

const section = 'Sizes of fresh installs'
const root = join(import.meta.dirname, '..')

/** What each is installed with, and the most megabytes that it may take. */
const installs: readonly { name: string; packages: readonly string[]; most?: number }[] = [
  { name: 'counterfoil, for mails', packages: ['counterfoil'], most: 60 },
  { name: 'counterfoil, for PDFs', packages: ['counterfoil', 'puppeteer', '@sparticuz/chromium'] },
  { name: 'handlebars + juice + bwip-js', packages: ['handlebars', 'juice', 'bwip-js'] },
  { name: 'mjml', packages: ['mjml'] },
  { name: 'react-email', packages: ['@react-email/components', '@react-email/render', 'react', 'react-dom'] },
  { name: 'pdfmake', packages: ['pdfmake'] },
  { name: '@react-pdf/renderer', packages: ['@react-pdf/renderer', 'react'] },
]

/** Megabytes (1,000,000 bytes) on disk of packages in a new project. */
type Installed = (packages: readonly string[]) => number

/**
 * Installs packages from the registry, each in a new project; ours as it is packed.
 *
 * @param isWritten whether the sizes that the documentation names are written to it
 */
export function installSizes(isWritten: boolean): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-sizes-'))
  try {
    const installed = openInstaller(folder)
    if (isWritten) writeSizes(installed)
    return installs.map(({ name, packages, most }): Figure => {
      const value = installed(packages)
      return { section, name, value, unit: 'MB', ...(most !== undefined && { target: atMost(value, most, 'MB') }) }
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function openInstaller(folder: string): Installed {
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [packed] = JSON.parse(npm(packing, root)) as { filename: string }[]
  const versions = versionsIn('package.json', 'bench/package.json')
  const known = new Map<string, number>()
  const specifierOf = (wanted: string) => {
    if (wanted === 'counterfoil') return join(folder, packed!.filename)
    return wanted.includes('@', 1) ? wanted : `${wanted}@${versions[wanted]}`
  }
  return packages => {
    const specifiers = packages.map(specifierOf)
    const key = specifiers.join(' ')
    const before = known.get(key)
    if (before !== undefined) return before
    const project = mkdtempSync(join(folder, 'project-'))
    writeFileSync(join(project, 'package.json'), '{}')
    npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', ...specifiers], project)
    const size = bytesOf(join(project, 'node_modules')) / 1e6
    known.set(key, size)
    return size
  }
}

function versionsIn(...manifests: string[]): Record<string, string> {
  const all = manifests.map(path => JSON.parse(readFileSync(join(root, path), 'utf8')))
  return Object.assign({}, ...all.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies]))
}

function npm(options: readonly string[], cwd: string): string {
  return execFileSync('npm', options, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/** Writes the sizes of installs where the documentation names them: the table of docs/install.md, the README and its badge. */
function writeSizes(installed: Installed): void {
  const mail = installed(['counterfoil'])
  const taken = (packages: readonly string[]) => installed(['counterfoil', ...packages])
  rewrite('docs/install.md', text =>
    text.replace(/^(\|[^|]*\|)([^|]*)(\|.*?)\d+ MB( more)?/gm, (_, what, packages, before, more = '') => {
      const size = taken([...packages.matchAll(/`(.*?)`/g)].flatMap(([, names]) => names.split(' ')))
      return `${what}${packages}${before}${rounded(more ? size - mail : size)}${more}`
    }),
  )
  rewrite('README.md', text =>
    text
      .replace(/^(npm install \.\/counterfoil-\S+)(.*?)( +#.*?)\d+ MB/gm, (_, own, packages, before) => {
        return `${own}${packages}${before}${rounded(taken(packages.split(' ').filter(Boolean)))}`
      })
      .replace(/(!\[[^\]]*?)\d+ MB(\]\(docs\/install-size\.svg\))/, `$1${rounded(mail)}$2`),
  )
  writeFileSync(join(root, 'docs/install-size.svg'), badge('install for mails', rounded(mail)))
}

function rewrite(path: string, change: (text: string) => string): void {
  const file = join(root, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

function rounded(megabytes: number): string {
  return `${Math.round(megabytes)} MB`
}

/** What is measured and how much it is, in the form that READMEs have from badge services. */
function badge(label: string, value: string): string {
  const [left, right] = [label, value].map(text => Math.ceil(text.length * 6.2) + 14) as [number, number]
  const words = (text: string, middle: number) => `<text x="${middle}" y="14">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${value}">
<clipPath id="c"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#c)"><rect width="${left}" height="20" fill="#4a4a46"/><rect x="${left}" width="${right}" height="20" fill="#1f5c4d"/></g>
<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle" fill="#fff">${words(label, left / 2)}${words(value, left + right / 2)}</g>
</svg>
`
}
