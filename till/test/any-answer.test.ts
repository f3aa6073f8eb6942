import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc, { anyCharacter } from '../../test/support/fast-check.ts'
import { tries } from '../../test/support/scope.ts'
import { connectService, type ServiceConnection } from '../src/operations/connect.ts'
import { createReceipt } from '../src/operations/create-receipt.ts'
import { readAnswer } from '../src/operations/read-answer.ts'
import { validateAddresses } from '../src/operations/validate-addresses.ts'
import { readOptions } from '../src/settings/read-settings.ts'
import { sale } from './support/sales.ts'

/** What may be written about an answer; bytes. */
const room = 64 * 1024

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ maxLength: 5 }).map(part => part.repeat(3000)),
)
const any = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text)
const fieldErrors = fc.dictionary(
  text,
  fc.oneof(any, fc.array(fc.record({ message: any, code: any }, { requiredKeys: [] }))),
)
const body = fc.oneof(
  text,
  fc.jsonValue().map(value => JSON.stringify(value)),
  fc
    .record(
      { message: any, code: any, referenceId: any, errors: fc.oneof(any, fieldErrors), receiptId: any, offers: any },
      { requiredKeys: [] },
    )
    .map(value => JSON.stringify(value)),
)
const status = fc.oneof(
  fc.integer({ min: 100, max: 999 }),
  fc.constantFrom(200, 401, 403, 404, 409, 413, 422, 429, 503),
)
const headers = fc.record({ location: text, 'retry-after': text }, { requiredKeys: [] })
const kinds = ['accepted', 'refused', 'halted', 'busy', 'failed']

test('any answer is read as one of the outcomes, and little is kept of it', () => {
  fc.assert(
    fc.property(status, headers, body, (status, headers, text) => {
      const { offers: _, ...read } = { offers: [], ...readAnswer({ status, headers, text }, Date.now()) }
      expect([...kinds, 'taken']).toContain(read.kind)
      expect(Buffer.byteLength(JSON.stringify(read, null, 1))).toBeLessThan(room)
      const { message, referenceId } = (JSON.parse(/^\{/.test(text) && isJson(text) ? text : '{}') ?? {}) as never
      const isOwn = typeof message === 'string' && typeof referenceId === 'string'
      if (['refused', 'halted', 'taken'].includes(read.kind)) expect(isOwn).toBe(true)
    }),
    { numRuns: tries(200) },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What the server says next, and how it ends. */
let next: { bytes: Buffer; end: 'end' | 'destroy' | 'reset' | 'hang' }
let service: ServiceConnection
const sockets = new Set<Socket>()
const server = createServer(socket => {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('data', () => {
    const { bytes, end } = next
    socket.write(bytes, () => {
      if (end === 'end') socket.end()
      if (end === 'destroy') socket.destroy()
      if (end === 'reset') socket.resetAndDestroy()
    })
  })
}).listen(0, '127.0.0.1')
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const options = { receipts: url, host: url, merchant: 'alder', key: 'i:s', spool: 'unused' }
  service = connectService(readOptions(options).service)
})
afterAll(() => {
  service.close()
  server.close()
})

test('whatever bytes come, and wherever they end, a receipt has an outcome in time', async () => {
  const head = fc.tuple(status, headers, body).map(([status, headers, text]) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `HTTP/1.1 ${status} Any\r\n${lines.join('')}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  })
  const cut = fc
    .tuple(head, fc.double({ min: 0, max: 2, noNaN: true }))
    .map(([all, part]) => all.slice(0, part * all.length))
  const bytes = fc.oneof(
    cut.map(all => Buffer.from(all)),
    fc.uint8Array({ maxLength: 300 }).map(all => Buffer.from(all)),
  )
  const receipt = sale('1', { requestId: 'till-1' }) as unknown as Record<string, unknown>
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('end', 'destroy', 'reset', 'hang'), async (bytes, end) => {
      next = { bytes, end }
      // Only silence takes all the time there is.
      const inTime = () => AbortSignal.timeout(end === 'hang' ? 15 : 60_000)
      const [first, second] = [inTime(), inTime()]
      const about = { requestId: 'till-1', isDerivedId: true, receipt }
      const { offers: _, ...outcome } = {
        offers: [],
        ...(await createReceipt(service, about, { signal: first, now: Date.now })),
      }
      expect(kinds).toContain(outcome.kind)
      expect(Buffer.byteLength(JSON.stringify(outcome, null, 1))).toBeLessThan(room)
      const { advice } = await validateAddresses(service, ['ada@example.com'], second)
      expect(Object.keys(advice)).toEqual(['ada@example.com'])
      if (end !== 'hang') expect([first.aborted, second.aborted]).toEqual([false, false])
      // A connection that was answered in full and hangs would serve the next request, which nobody answers.
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    }),
    { numRuns: 40 },
  )
})
