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
