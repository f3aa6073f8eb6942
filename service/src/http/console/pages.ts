import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../basics/ids.ts'
import { once } from '../../basics/ttl-cache.ts'
import { errors } from '../errors.ts'
import { type Answer, type Operation, openOperation } from '../operation.ts'

/**
 * What the console's page may do: run and load what this service serves, and show receipts in frames that have a policy of their
 * own. Nothing may frame it.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const shellHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  // Under `no-referrer`, a form's request would be from nowhere.
  'referrer-policy': 'same-origin',
}

/** A year, milliseconds: a file's address changes with its content. */
const kept = 'public, max-age=31536000, immutable'

/**
 * The console's page and its files. The page is the same at every address and for everyone, and fetches its data: so a link to it
 * works from anywhere, though browsers send the session only to requests that the page itself makes.
 */
export function pageOperations({ shell, version, file }: PageFiles): Operation[] {
  const page = async (): Promise<Answer> => ({ status: 200, headers: shellHeaders, body: shell })
  const filed = (path: string): Operation =>
    open(`consoleFile${path.split('/').length}`, `/files/{version}/${path}`, async ({ params, headers }) => {
      const name = [params.folder, params.file].filter(part => part !== undefined).join('/')
      const found = params.version === version ? file(name) : undefined
      if (!found) throw errors.notFound()
      const packs = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
      return {
        status: 200,
        headers: {
          'content-type': found.type,
          'cache-control': kept,
          vary: 'accept-encoding',
          ...(packs && { 'content-encoding': 'br' }),
        },
        body: packs ? found.packed : found.bytes,
      }
    })
  return [
    open('console', '', page),
    open('consolePage', '/{page}', page),
    open('consolePart', '/{page}/{part}', page),
    filed('{file}'),
    filed('{folder}/{file}'),
  ]
}

function open(id: string, path: string, handle: Operation['handle']): Operation {
  const found = { description: 'The page or file', contentType: 'text/html' }
  return openOperation(id, `/console${path}`, 'The console for the back office', found, handle)
}

/** The console's page, built by `scripts/build-console.ts`. */
export interface PageFiles {
  /** The page itself: the same at every address, without data. */
  shell: string
  /** Part of the files' addresses; changes with their content. */
  version: string
  /** A file by name, such as `console.js` or `words/de.json`. */
  file(name: string): PageFile | undefined
}

interface PageFile {
  type: string
  bytes: Uint8Array
  /** Brotli, made when the page is built: it takes longer than everything else at a service's start. */
  packed: Uint8Array
}

/** In this package, beside its code. */
const pageFolder = fileURLToPath(new URL('../../../page', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The page's files, read once in a process; undefined if the page isn't built. */
export const readPageFiles = once((): PageFiles | undefined => {
  let names: string[]
  try {
    names = readdirSync(pageFolder, { recursive: true, encoding: 'utf8' }).filter(name => extname(name) in types)
  } catch {
    return undefined
  }
  const files = new Map(
    names.sort().map(name => {
      const bytes = readFileSync(join(pageFolder, name))
      const type = types[extname(name)] ?? ''
      return [name.replaceAll('\\', '/'), { type, bytes, packed: readFileSync(join(pageFolder, `${name}.br`)) }]
    }),
  )
  const version = sha256([...files].map(([name, { bytes }]) => `${name} ${sha256(String(bytes))}`).join('\n')).slice(
    0,
    12,
  )
  const shell = readFileSync(join(pageFolder, 'index.html'), 'utf8').replaceAll('{{version}}', version)
  return { shell, version, file: name => files.get(name) }
})
