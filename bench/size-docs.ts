import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Installed } from './install-size.ts'

const root = join(import.meta.dirname, '..')

/** Writes the sizes of installs where the documentation names them: the table of docs/install.md, the README and its badge. */
export function writeSizes(installed: Installed): void {
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
      .replace(/(`npm install (\S+)` \()\d+ MB/g, (_, before, name) => `${before}${rounded(taken([name]) - mail)}`)
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

/** What is measured and how much it is, in the form that READMEs have from badge services. Texts keep their width in any font. */
function badge(label: string, value: string): string {
  const [left, right] = [label, value].map(text => text.length * 6 + 12) as [number, number]
  const words = (text: string, x: number, width: number) =>
    `<text x="${x + 6}" y="14" textLength="${width - 12}" fill="#fff">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${value}">
<clipPath id="c"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#c)"><rect width="${left}" height="20" fill="#4a4a46"/><rect x="${left}" width="${right}" height="20" fill="#1f5c4d"/></g>
<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${words(label, 0, left)}${words(value, left, right)}</g>
</svg>
`
}
