import { OptionError } from '../../../src/errors.ts'
import { nearest } from '../../../src/options/nearest.ts'
import data from './caniemail.json' with { type: 'json' }

/** A feature of HTML or CSS and its support in the latest version tested by caniemail.com. */
export interface ClientFeature {
  title: string
  /** A letter for each of `clients`, in order: `y`, `n`, `a` (partial), `u` (unknown). */
  support: string
  /** What is missing; `clients` are space-separated names. */
  notes?: { text: string; clients: string }[]
}

/** By its name on caniemail.com: `css-border-radius`. */
export const clientFeatures: Readonly<Record<string, ClientFeature>> = data.features

const titles: Readonly<Record<string, string>> = data.clients

/** Mail clients by family and platform, such as `gmail.android`. */
const clients: readonly string[] = Object.keys(titles)

const families: Readonly<Record<string, string>> = data.families

/** The names that select mail clients: families, clients, and `all`. */
export const clientNames: readonly string[] = ['all', ...Object.keys(families), ...clients]

/**
 * Resolves names of clients: `gmail` is Gmail on all platforms, `gmail.android` on one, `all` is every client.
 *
 * @returns names of family and platform, without duplicates
 * @throws OptionError for an unknown client
 */
export function clientsNamed(names: readonly string[]): string[] {
  const unknown = names.find(name => !clientNames.includes(name))
  if (unknown !== undefined) throw noSuchClient(unknown)
  return clients.filter(client => names.some(name => ['all', client, familyOf(client)].includes(name)))
}

function noSuchClient(name: string): OptionError {
  const meant = nearest(name, clientNames)
  const known = Object.keys(families).map(family => {
    const platforms = clientsOf(family).map(client => client.slice(family.length + 1))
    return `  ${family} (${platforms.join(', ')})`
  })
  return new OptionError(
    `there is no mail client "${name}"${meant ? `; did you mean ${meant}?` : ''}\n` +
      `Name a family (gmail), a family on one platform (gmail.android), or all:\n${known.join('\n')}`,
  )
}

/** Whether a client supports a feature: `y`, `n`, `a` (partial), `u` (unknown). */
export function supportOf(slug: string, client: string): string {
  return clientFeatures[slug]?.support[clients.indexOf(client)] ?? 'u'
}

/** What a client lacks of a feature, in caniemail.com's words. */
export function notesOf(slug: string, client: string): string[] {
  const notes = clientFeatures[slug]?.notes ?? []
  return notes.filter(note => note.clients.split(' ').includes(client)).map(note => note.text)
}

/** Clients in words: `Gmail, Outlook on Windows and Windows Mail`. A family with all its platforms is named as a whole. */
export function clientPhrase(some: readonly string[]): string {
  const words = some.map(client => {
    const family = familyOf(client)
    return clientsOf(family).every(other => some.includes(other)) ? families[family]! : titles[client]!
  })
  return new Intl.ListFormat('en-GB').format(new Set(words))
}

function clientsOf(family: string): string[] {
  return clients.filter(client => familyOf(client) === family)
}

function familyOf(client: string): string {
  return client.slice(0, client.indexOf('.'))
}
