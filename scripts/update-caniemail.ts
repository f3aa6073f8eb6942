/**
 * Reduces caniemail.com's data to what the lint needs, `tools/lint/clients/caniemail.json`:
 *
 *   curl -O https://www.caniemail.com/api/data.json && node scripts/update-caniemail.ts data.json
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

interface Source {
  last_update_date: string
  nicenames: { family: Record<string, string>; platform: Record<string, string> }
  data: SourceFeature[]
}

interface SourceFeature {
  slug: string
  title: string
  category: string
  /** Family, platform, version: `y`, `n`, `a` (partial) or `u` (unknown), then note numbers, as in `a #1 #2`. */
  stats: Record<string, Record<string, Record<string, string>>>
  notes_by_num: Record<string, string> | null
}

const out = 'tools/lint/clients/caniemail.json'

/**
 * Features that need no warning: those an email can't do without, those that clients without support just ignore, and those
 * that the compiler removes (comments, logical properties).
 */
const settled =
  /^(html-(body|doctype|comments|role|lang|dir|aria-.+)|css-(comments|(margin|padding)-inline-start-end))$/

/** Platforms, by the names people type. */
const platformNames: Record<string, string> = {
  'desktop-webmail': 'web',
  'mobile-webmail': 'mobile-web',
  'outlook-com': 'com',
}

/** Client names, if family and platform don't make the name. */
const clientTitles: Record<string, string> = { 'outlook.com': 'Outlook.com', 'outlook.windows-mail': 'Windows Mail' }

const platformTitles: Record<string, string> = { 'desktop-webmail': 'the web', 'mobile-webmail': 'the mobile web' }

const licence = `MIT License. Copyright (c) 2019 Rémi Parmentier. Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const [file] = process.argv.slice(2)
if (!file) throw new Error('give the file: node scripts/update-caniemail.ts data.json')
const source: Source = JSON.parse(readFileSync(file, 'utf8'))

const features = source.data.filter(({ category, slug }) => /^(css|html)$/.test(category) && !settled.test(slug))
const clients = clientsOf(features)
const families = Object.entries(source.nicenames.family)
const reduced = features.map(feature => [feature.slug, reduce(feature)] as const)
writeFileSync(
  out,
  JSON.stringify({
    about: `What mail clients support, by caniemail.com, as of ${source.last_update_date.slice(0, 10)}. Written by scripts/update-caniemail.ts.`,
    licence,
    families: Object.fromEntries(families.filter(([family]) => clients.some(client => client.family === family))),
    clients: Object.fromEntries(clients.map(({ name, title }) => [name, title])),
    features: Object.fromEntries(reduced.filter(([, { support }]) => /[na]/.test(support))),
  }),
)
execFileSync('npx', ['biome', 'format', '--write', out], { stdio: 'inherit' })

interface Client {
  name: string
  title: string
  family: string
  platform: string
}

function clientsOf(features: readonly SourceFeature[]): Client[] {
  const found = new Map<string, Client>()
  for (const { stats } of features) {
    for (const [family, platforms] of Object.entries(stats)) {
      for (const platform of Object.keys(platforms)) {
        const name = `${family}.${platformNames[platform] ?? platform}`
        found.set(name, { name, title: clientTitles[name] ?? titleOf(family, platform), family, platform })
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function titleOf(family: string, platform: string): string {
  const { nicenames } = source
  return `${nicenames.family[family]} on ${platformTitles[platform] ?? nicenames.platform[platform]}`
}

/** Support in each client's latest version, one letter per client, and the notes by letter. */
function reduce({ title, stats, notes_by_num }: SourceFeature) {
  const latest = clients.map(({ family, platform }) => Object.values(stats[family]?.[platform] ?? {}).at(-1) ?? 'u')
  const notes = Object.entries(notes_by_num ?? {})
    .map(([number, text]) => ({
      text: plainText(text),
      clients: clients
        .filter((_, index) => /^[an]/.test(latest[index]!) && latest[index]!.split(/\s+/).includes(`#${number}`))
        .map(({ name }) => name)
        .join(' '),
    }))
    .filter(note => note.clients)
  return { title: title.trim(), support: latest.map(status => status[0]).join(''), ...(notes.length ? { notes } : {}) }
}

/** A note without markup, and without the word that repeats its letter. */
function plainText(markdown: string): string {
  return markdown
    .replace(/\s*\(?See \[[^\]]*\]\([^)]*\)[.)]*/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(Partial( support)?|Buggy|Not supported)\.\s*/i, '')
    .replace(/\s+/g, ' ')
    .trim()
}
