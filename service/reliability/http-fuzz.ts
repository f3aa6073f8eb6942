import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { checkAgainst, type ResponseCheck } from '../test/support/conformance.ts'
import { until } from '../test/support/mail-server.ts'
import { postReceipt } from '../test/support/tills.ts'
import { count, type Play } from './finding.ts'
import { anyRequest, type Document, type MadeRequest } from './http-requests.ts'
import { openStage } from './stage.ts'

/** Requests at once. */
const clients = 6

const columns = ['requests', 'operations', 'answered', 'by class', '5xx', 'not as described', 'no answer', 'after it']

/** Sends requests made of the OpenAPI document, most of them wrong somewhere, and bytes that are no requests. */
export const fuzzHttp: Play = async ({ requests: wanted, seed }) => {
  await using stage = await openStage('SQLite')
  if (!stage) return undefined
  const adminToken = 'an-admin-token-of-the-run'
  const service = await stage.start({ ADMIN_TOKEN: adminToken, RATE_LIMIT: '0' })
  const { url } = service
  const receiptIds = [await createOne(url, 'fuzz-1'), await createOne(url, 'fuzz-2')]
  const description = await (await fetch(`${url}/openapi.json`)).text()
  const document = JSON.parse(description) as Document
  const conforms = checkAgainst(description)
  const { operations, requests } = anyRequest({ document, receiptIds, adminToken })
  const statuses: number[] = []
  let silent = 0

  async function tryOne(made: MadeRequest): Promise<void> {
    if ('bytes' in made) {
      const text = await sendRaw(url, made.bytes)
      if (/^HTTP\/1\.1 5(?!05)/.test(text)) throw new Error(text.slice(0, 80))
      return
    }
    const answer = await send(url, made)
    if (answer) {
      statuses.push(answer.status)
      check(made, answer, conforms)
    } else silent += 1
  }

  const runs = await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      fc.check(fc.asyncProperty(requests, tryOne), {
        numRuns: Math.ceil(wanted / clients),
        seed: seed + client,
        // A broken promise is made small, but not for hours.
        interruptAfterTimeLimit: 3_600_000,
      }),
    ),
  )
  const failed = runs.filter(run => run.failed)
  for (const run of failed) process.stderr.write(`${fc.defaultReportMessage(run)?.slice(0, 3000)}\n`)
  const errors = service
    .output()
    .split('\n')
    .filter(line => line.includes('"level":50'))
  for (const line of errors.slice(0, 20)) process.stderr.write(`${line}\n`)
  const isWell = await createOne(url, 'fuzz-3').then(
    () => service.child.exitCode === null,
    error => process.stderr.write(`after it: ${error}\n`) && false,
  )
  await until(async () => (await fetch(`${url}/readyz`)).ok)
  const ofClass = (first: number) => statuses.filter(status => Math.floor(status / 100) === first).length
  const row = [
    ...[runs.reduce((sum, { numRuns }) => sum + numRuns, 0), operations, statuses.length].map(count),
    [2, 3, 4].map(first => `${count(ofClass(first))} × ${first}xx`).join(', '),
    ...[ofClass(5), failed.length, silent].map(count),
    isWell ? 'it accepts receipts' : 'IT IS BROKEN',
  ]
  return { part: 'http', columns, rows: [row], kept: isWell && failed.length === 0 && ofClass(5) === 0 }
}

type Answer = Parameters<ResponseCheck>[2]
type WholeRequest = Exclude<MadeRequest, { bytes: Buffer }>

/** @throws if an answer breaks a promise */
function check({ method, target }: WholeRequest, answer: Answer, conforms: ResponseCheck): void {
  const { status, headers, json } = answer
  if (status >= 500) throw new Error(`answered ${status}`)
  if (status >= 400 && method !== 'HEAD' && headers.get('content-type')?.startsWith('application/json')) {
    const { message, code, referenceId, errors } = (json ?? {}) as Record<string, unknown>
    const types = [message, code === null ? '' : code, referenceId, errors].map(each => typeof each)
    if (types.join() !== 'string,string,string,object') throw new Error(`${status} without an ErrorResponse`)
  }
  const [path = ''] = target.split('?')
  // About HTTP, before any operation: headers that are too large, a path that can't be decoded.
  if (status === 431 || (status === 404 && !isDecodable(path))) return
  conforms(method, path, answer)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

async function createOne(url: string, number: string): Promise<string> {
  const { status, receiptId } = await postReceipt(url, number)
  if (receiptId === undefined) throw new Error(`A receipt was a ${status}.`)
  return receiptId
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request as `fetch` wouldn't. Undefined if the connection is closed without an answer. */
function send(url: string, { method, target, headers, body }: WholeRequest): Promise<Answer | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const all = body === undefined ? headers : { ...headers, 'content-length': String(body.length) }
    const sent = request({ hostname, port, method, path: target, headers: all, agent, timeout: 60_000 }, reply => {
      const chunks: Buffer[] = []
      reply.on('data', chunk => chunks.push(chunk))
      reply.on('error', () => resolve(undefined))
      reply.on('end', () => resolve(answerOf(reply.statusCode ?? 0, reply.headers, Buffer.concat(chunks))))
    })
    sent.on('error', () => resolve(undefined))
    sent.on('timeout', () => sent.destroy())
    if (headers.expect === undefined) sent.end(body)
    else sent.on('continue', () => sent.end(body)).flushHeaders()
  })
}

function answerOf(status: number, sent: NodeJS.Dict<string | string[]>, bytes: Buffer): Answer {
  const headers = new Headers(Object.entries(sent).map(([name, value]) => [name, String(value)]))
  const text = bytes.toString()
  const isJson = headers.get('content-type')?.startsWith('application/json') && text !== ''
  return { status, headers, text, bytes, json: isJson ? JSON.parse(text) : undefined }
}

/** Sends bytes as they are, and gives what comes back as text. */
function sendRaw(url: string, bytes: Buffer): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(bytes))
    socket.setTimeout(15_000, () => socket.destroy())
    socket.setEncoding('latin1').on('data', chunk => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}
