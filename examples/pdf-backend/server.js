import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createEngine, OptionError, ReceiptDataError } from 'counterfoil'
import { papers, variants } from 'counterfoil/stages'

/** In bytes; a receipt with thousands of items is smaller. */
const largestBody = 2_000_000

/**
 * Opens a print server: `POST /receipts?paper=roll80` with a receipt returns its PDF, `GET /health` tells whether it accepts
 * more. Every error is an ErrorResponse as in the interface.
 *
 * @param {import('counterfoil').EngineOptions} [about] brand, templates, locales, pdf
 */
export async function openServer(about) {
  const engine = await createEngine(about)
  const counts = { printing: 0, printed: 0, abandoned: 0 }
  let stopping = false

  async function print(request, response, query) {
    const asked = {
      paper: oneOf(papers, query, 'paper'),
      variant: oneOf(variants, query, 'variant'),
      acceptLanguage: request.headers['accept-language'],
    }
    const sent = await bodyOf(request)
    // Don't print for a client that has disconnected.
    const gone = new AbortController()
    response.once('close', () => response.writableFinished || gone.abort())
    counts.printing++
    try {
      const pdf = await engine.pdf(sent, { ...asked, signal: gone.signal })
      counts.printed++
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length }).end(pdf)
    } catch (error) {
      if (!gone.signal.aborted) throw error
      counts.abandoned++
    } finally {
      counts.printing--
    }
  }

  async function answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    if (pathname === '/health') return sendJson(response, stopping ? 503 : 200, { stopping, ...counts })
    if (pathname !== '/receipts') throw new Refusal(404, 'Not Found')
    if (request.method !== 'POST') throw new Refusal(405, 'Method Not Allowed')
    await print(request, response, searchParams)
  }

  const server = createServer((request, response) => {
    // A keep-alive connection would keep the server from stopping.
    response.once('close', () => stopping && setImmediate(() => server.closeIdleConnections()))
    answer(request, response).catch(error => sendError(response, error))
  })

  return {
    /** Listens and returns the URL. Port 0 means any free port. */
    listen: (port = 0, host = '127.0.0.1') =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => resolve(`http://${host}:${server.address().port}`))
      }),
    /** Stops accepting connections, finishes current work, then closes the browser. */
    async stop() {
      stopping = true
      await new Promise(resolve => {
        server.close(resolve)
        server.closeIdleConnections()
      })
      await engine.close()
    },
  }
}

/** A request to reject. `errors` lists the problems by field. */
class Refusal extends Error {
  constructor(status, message, errors = {}) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

function oneOf(values, query, name) {
  const value = query.get(name) ?? undefined
  if (value === undefined || values.includes(value)) return value
  throw invalid(name, `must be one of ${values.join(', ')}`)
}

const invalid = (name, message) => new Refusal(422, 'Validation error', { [name]: [{ code: null, message }] })

async function bodyOf(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > largestBody) throw new Refusal(413, 'Payload Too Large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function sendError(response, error) {
  if (response.destroyed) return
  const referenceId = randomUUID()
  if (error instanceof ReceiptDataError) return sendJson(response, 422, error.toErrorResponse(referenceId))
  // Some receipts have no gift receipt.
  const known = error instanceof OptionError ? invalid('variant', error.message) : error
  const { status = 500, errors = {} } = known
  if (status === 500) console.error(referenceId, error)
  const message = status === 500 ? 'Internal Server Error' : known.message
  sendJson(response, status, { message, code: null, referenceId, errors })
}

function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
