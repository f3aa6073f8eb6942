import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../basics/ids.ts'

/** The console's page, built by `scripts/build-console.ts`. */
export interface PageFiles {
  /** The page itself: the same at every address, without data. */
  shell: string
  /** Part of the files' addresses; changes with their content. */
  version: string
  /** A file by name, such as `console.js` or `words/de.json`. */
  file(name: string): PageFile | undefined
}

export interface PageFile {
  type: string
  bytes: Uint8Array
  /** Brotli, made when the page is built: it takes longer than everything else at a service's start. */
  packed: Uint8Array
}

/** In this package, beside its code. */
export const pageFolder = fileURLToPath(new URL('../../page', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads the page's files; undefined if the page isn't built. */
export function readPageFiles(folder = pageFolder): PageFiles | undefined {
  let names: string[]
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => extname(name) in types)
  } catch {
    return undefined
  }
  const files = new Map(
    names.sort().map(name => {
      const bytes = readFileSync(join(folder, name))
      const type = types[extname(name)] ?? ''
      return [name.replaceAll('\\', '/'), { type, bytes, packed: readFileSync(join(folder, `${name}.br`)) }]
    }),
  )
  const version = sha256([...files].map(([name, { bytes }]) => `${name} ${sha256(String(bytes))}`).join('\n')).slice(
    0,
    12,
  )
  const shell = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('{{version}}', version)
  return { shell, version, file: name => files.get(name) }
}
