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

/** Megabytes (1,000,000 bytes) on disk of packages from the registry, each in a new project; ours as it is packed. */
export function installSizes(): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-sizes-'))
  try {
    const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
    const [packed] = JSON.parse(npm(packing, root)) as { filename: string }[]
    const versions = versionsIn('package.json', 'bench/package.json')
    return installs.map(({ name, packages, most }, at): Figure => {
      const project = mkdtempSync(join(folder, `${at}-`))
      writeFileSync(join(project, 'package.json'), '{}')
      const specifiers = packages.map(wanted =>
        wanted === 'counterfoil' ? join(folder, packed!.filename) : `${wanted}@${versions[wanted]}`,
      )
      npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', ...specifiers], project)
      const value = bytesOf(join(project, 'node_modules')) / 1e6
      return { section, name, value, unit: 'MB', ...(most !== undefined && { target: atMost(value, most, 'MB') }) }
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function versionsIn(...manifests: string[]): Record<string, string> {
  const all = manifests.map(path => JSON.parse(readFileSync(join(root, path), 'utf8')))
  return Object.assign({}, ...all.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies]))
}

function npm(options: readonly string[], cwd: string): string {
  return execFileSync('npm', options, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
