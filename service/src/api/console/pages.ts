import type { PageFiles } from '../../console/page-files.ts'
import { errors } from '../errors/error-response.ts'
import type { Answer, Operation } from '../operation.ts'

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
  const filed = (path: string): Operation => ({
    ...open(`consoleFile${path.split('/').length}`, `/console/files/{version}/${path}`),
    async handle({ params, headers }) {
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
    },
  })
  return [
    { ...open('console', '/console'), handle: page },
    { ...open('consolePage', '/console/{page}'), handle: page },
    { ...open('consolePart', '/console/{page}/{part}'), handle: page },
    filed('{file}'),
    filed('{folder}/{file}'),
  ]
}

function open(id: string, path: string): Omit<Operation, 'handle'> {
  return {
    id,
    method: 'GET',
    path,
    tag: 'Operation',
    summary: 'The console for the back office',
    security: 'none',
    outcomes: { 200: { description: 'The page or file', contentType: 'text/html' } },
  }
}
