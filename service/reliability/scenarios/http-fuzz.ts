import { checkAgainst } from '../../test/support/conformance.ts'
import { until } from '../../test/support/mail-server.ts'
import { postReceipt } from '../../test/support/tills.ts'
import { count, type Finding, type Play } from '../finding.ts'
import { type Described, describe } from '../http/description.ts'
import { brokenRequest } from '../http/raw.ts'
import { type Known, type MadeRequest, requestOf } from '../http/request.ts'
import { type Answer, send, sendRaw } from '../http/send.ts'
import { seeded } from '../random.ts'
import { openStage } from '../stage.ts'

/** Requests at once. */
const clients = 6

const adminToken = 'an-admin-token-of-the-run'

const columns = ['requests', 'operations', 'answered', 'by class', '5xx', 'not as described', 'no answer', 'after it']

/** Sends requests made of the OpenAPI document, most of them wrong somewhere, and bytes that are no requests. */
export const fuzzHttp: Play = async ({ requests, seed }) => {
  await using stage = await openStage('SQLite')
  if (!stage) return undefined
  Object.assign(stage.settings, { ADMIN_TOKEN: adminToken, RATE_LIMIT: '0' })
  const service = await stage.start()
  const known: Known = {
    adminToken,
    receiptIds: [await createOne(service.url, 'fuzz-1'), await createOne(service.url, 'fuzz-2')],
  }
  const document = await (await fetch(`${service.url}/openapi.json`)).json()
  const description = describe(document)
  const conforms = checkAgainst(document)
  const operations = description.operations.filter(isCheap)
  const statuses = new Map<number, number>()
  const complaints: string[] = []
  let silent = 0
  let next = 0

  async function tryOne(number: number): Promise<void> {
    const random = seeded(seed + number)
    if (number % 20 === 19) {
      const bytes = brokenRequest(random)
      const text = await sendRaw(service.url, bytes)
      if (/^HTTP\/1\.1 5/.test(text) && !/^HTTP\/1\.1 505/.test(text))
        complaints.push(`seed ${seed + number}: ${text.slice(0, 80)}`)
      return
    }
    const operation = operations[number % operations.length] as Described
    const made = requestOf(operation, description, known, random)
    const answer = await send(service.url, made)
    if (!answer) {
      silent += 1
      process.stderr.write(
        `seed ${seed + number}: no answer: ${made.method} ${JSON.stringify(made.headers).slice(0, 300)}\n`,
      )
      return
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const wrong =
      complaintAbout(made, answer) ??
      complaintOf(() => isAboutHttp(made, answer) || conforms(made.method, pathOf(made.target), answer as never))
    if (wrong !== undefined)
      complaints.push(`seed ${seed + number}: ${made.method} ${made.target.slice(0, 200)}: ${wrong}`)
  }

  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < requests) await tryOne(next++)
    }),
  )
  for (const complaint of complaints.slice(0, 20)) process.stderr.write(`${complaint}\n`)
  for (const line of service.output().split('\n').filter(isError).slice(0, 20)) process.stderr.write(`${line}\n`)
  const isWell = await createOne(service.url, 'fuzz-3').then(
    () => service.child.exitCode === null,
    error => process.stderr.write(`after it: ${error}\n`) && false,
  )
  await until(async () => (await fetch(`${service.url}/readyz`)).ok)
  const of = (least: number) =>
    [...statuses].filter(([status]) => Math.floor(status / 100) === least).reduce((sum, [, times]) => sum + times, 0)
  const broken = [...statuses].filter(([status]) => status >= 500).reduce((sum, [, times]) => sum + times, 0)
  const row = [
    ...[next, operations.length, [...statuses.values()].reduce((sum, times) => sum + times, 0)].map(count),
    [2, 3, 4].map(each => `${count(of(each))} × ${each}xx`).join(', '),
    ...[broken, complaints.length, silent].map(count),
    isWell ? 'it accepts receipts' : 'IT IS BROKEN',
  ]
  const kept = isWell && complaints.length === 0 && broken === 0
  return { part: 'http', columns, rows: [row], kept } satisfies Finding
}

/** PDFs have a fuzz of their own. */
function isCheap({ path }: Described): boolean {
  return !path.endsWith('/pdf')
}

function complaintAbout({ method }: MadeRequest, { status, json, headers }: Answer): string | undefined {
  if (status >= 500) return `answered ${status}`
  if (status < 400 || method === 'HEAD' || !headers.get('content-type')?.startsWith('application/json'))
    return undefined
  const { message, code, referenceId, errors } = (json ?? {}) as Record<string, unknown>
  const isErrorResponse =
    typeof message === 'string' && (code === null || typeof code === 'string') && typeof referenceId === 'string'
  return isErrorResponse && typeof errors === 'object' ? undefined : `${status} without an ErrorResponse`
}

/** Whether an answer is about HTTP, before any operation: headers that are too large, a path that can't be decoded. */
function isAboutHttp({ target }: MadeRequest, { status }: Answer): boolean {
  if (status === 431) return true
  try {
    decodeURIComponent(pathOf(target))
    return false
  } catch {
    return status === 404
  }
}

function complaintOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return (error as Error).message.slice(0, 300)
  }
}

function pathOf(target: string): string {
  return target.split('?')[0] ?? ''
}

function isError(line: string): boolean {
  return line.includes('"level":50')
}

async function createOne(url: string, number: string): Promise<string> {
  const { status, receiptId } = await postReceipt(url, number)
  if (receiptId === undefined) throw new Error(`A receipt was a ${status}.`)
  return receiptId
}
