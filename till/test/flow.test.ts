import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../service/test/support/certificate.ts'
import { isSampled } from '../../test/support/scope.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { exitCodeOf } from '../src/cli/format.ts'
import { openTill } from '../src/till.ts'
import { errorResponse, type FakeAnswer, type FakeRequest, startFakeService, taken } from './support/fake-service.ts'
import { startRealService } from './support/real-service.ts'
import { type ReceiptType, receiptTypes, sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const [types, ends] = ['Receipt type', 'End'].map(title => tableOf(title))

/** What the service does at each end; addresses for those it never hears of. */
const services: Record<string, FakeAnswer | { stored: (sent: object) => object } | { address: () => string }> = {
  '200': { status: 200, json: { receiptId: 'r-1', customerEmailAddress: 'mira.okafor@example.com', offers: [] } },
  '409, this sale': { stored: sent => sent },
  '409, another sale': { stored: sent => ({ ...sent, transactionNumber: 'another' }) },
  '400': { status: 400, ...errorResponse('Bad Request') },
  '413': { status: 413, ...errorResponse('Payload Too Large') },
  '422': { status: 422, ...errorResponse('Validation error') },
  '401': { status: 401, ...errorResponse('Authentication Failed') },
  '403': { status: 403, ...errorResponse('Unauthorized Access') },
  '404': { status: 404, ...errorResponse('Not Found') },
  '429': { status: 429, headers: { 'retry-after': '1' }, ...errorResponse('Too Many Requests') },
  '500': { status: 500, ...errorResponse('Internal Server Error') },
  '503': { status: 503, ...errorResponse('Service Unavailable') },
  '401, 403 or 404 of anything else': { status: 403, json: { message: 'Forbidden' } },
  '409 of anything else': { status: 409, headers: { location: '/receipts/r-1' }, text: '<html>Conflict</html>' },
  '413 of anything else': { status: 413, text: '<html>Too large</html>' },
  '101': { raw: 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n' },
  'no HTTP': { raw: 'SSH-2.0-OpenSSH_9.6\r\n' },
  'answer of 3 MiB or more': { status: 422, json: { ...errorResponse('x'.repeat(4_000_000)).json, referenceId: 'r' } },
  redirect: { status: 302, headers: { location: 'https://portal.example.com/login' } },
  'refused connection': { address: () => 'http://127.0.0.1:9' },
  'name not found': { address: () => 'https://no-such-service.invalid' },
  'TLS fault': 'cut',
  'black hole': 'hang',
  'answer cut off': 'cut',
  'answer that is no JSON': { status: 200, headers: { 'content-type': 'text/html' }, text: '<html>Welcome</html>' },
}

test('the tables name every receipt type and every end', () => {
  expect(types!.map(([name]) => name)).toEqual(receiptTypes.map(name => `\`${name}\``))
  expect(ends!.map(([name]) => name).sort()).toEqual(Object.keys(services).sort())
})

describe.each(
  types!.map(([type = '', confirms, prints], place) => ({
    type: type.replaceAll('`', '') as ReceiptType,
    ...{ confirms, prints, place },
  })),
)('$type', ({ type, confirms, prints, place }) => {
  const isDigital = confirms === 'yes'

  // All that is taken, by each type; how the rest ends, by one or two.
  const taken = ends!.map(([end = '', means = '']) => ({ end, means }))
  test.each(taken.filter(({ means }, at) => means === 'accepted' || isSampled(at, place)))(
    '$end: $means',
    async ({ end, means }) => {
      const spool = newFolder()
      const log: LogEntry[] = []
      const { options, [Symbol.asyncDispose]: stop } = await serviceFor(end, isDigital)
      const deadline = end === 'black hole' ? 300 : 4000
      const till = await openTill({ ...options, spool, log: entry => log.push(entry) }, { replays: false })
      const result = await till.checkout(sale('004-1', { requestId: 'own-1', receiptType: type }), { deadline })
      await till.close()
      await stop()

      const isAccepted = means === 'accepted'
      expect(result).toEqual({
        copy: isAccepted ? (isDigital ? 'sent' : 'none') : means,
        ...(isAccepted && isDigital && { confirm: 'A digital copy was sent to mira.okafor@example.com.' }),
        print: isAccepted ? prints === 'yes' : true,
        ...(!isAccepted && {
          notice: `The digital receipt service is unavailable. A paper receipt will be printed.${
            isDigital && means === 'queued' ? ' The digital copy will be sent later.' : ''
          }`,
          reason: expect.any(String),
        }),
        ...(isAccepted && { receiptId: 'r-1' }),
        offers: [],
        requestId: 'own-1',
        referenceId: expect.any(String),
      })
      expect(result.referenceId).toBe(namesFailure(end) ? 'ref-1' : 'own-1')
      expect(log).toContainEqual(expect.objectContaining({ referenceId: result.referenceId, requestId: 'own-1' }))
      const filled = ['pending', 'refused', 'sent'].filter(folder => readdirSync(join(spool, folder)).length > 0)
      expect(filled).toEqual([{ accepted: 'sent', refused: 'refused', queued: 'pending' }[means]])
    },
  )
})

test.each([
  ['bounce', 'DigitalOnly'],
  ['complaint', 'DigitalAndPaper'],
  ['hand', 'DigitalOnly'],
] as const)(
  'an address that the service does not write to (%s) is no confirmation but paper and a notice',
  async (why, receiptType) => {
    const spool = newFolder()
    const log: LogEntry[] = []
    const headers = { 'counterfoil-suppressed': why, 'counterfoil-warnings': '1' }
    await using service = await startFakeService(({ method }) =>
      method === 'POST' ? { ...taken('r-1'), headers } : undefined,
    )
    const till = await openTill({ ...service.options, spool, log: entry => log.push(entry) }, { replays: false })
    const end = await till.checkout(sale('004-1', { requestId: 'own-1', receiptType }))
    await till.close()
    expect(end).toEqual({
      copy: 'none',
      print: true,
      notice:
        'No mail is sent to mira.okafor@example.com. Please ask for another address. A paper receipt will be printed.',
      suppressed: why,
      receiptId: 'r-1',
      offers: [],
      requestId: 'own-1',
      referenceId: 'own-1',
      reason: expect.stringContaining('mails nothing to this address'),
    })
    // It has arrived: it isn't sent again, and a command that sent it has done its work.
    expect(readdirSync(join(spool, 'sent'))).toHaveLength(1)
    expect(exitCodeOf(end)).toBe(0)
    expect(log).toContainEqual(expect.objectContaining({ level: 'warn', message: `Sale sent: ${end.reason}` }))
    expect(JSON.stringify(log)).not.toContain('mira.okafor')
  },
)

test('the delivery service itself says that an address is suppressed, at the till and of what waited', async () => {
  const adminToken = 'an-admin-token-of-a-test'
  await using shop = await startRealService({ ADMIN_TOKEN: adminToken })
  const added = await fetch(`${shop.url}/admin/merchants/demo/suppressions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress: 'mira.okafor@example.com' }),
  })
  expect(added.status).toBe(201)
  const spool = newFolder()
  const log: LogEntry[] = []
  const options = { ...shop.options, spool, log: (entry: LogEntry) => log.push(entry) }
  const away = await openTill({ ...options, receipts: 'http://127.0.0.1:9/ws/rest/v1' }, { replays: false })
  expect(await away.checkout(sale('004-1'))).toMatchObject({ copy: 'queued' })
  await away.close()
  const till = await openTill(options, { replays: false })
  expect(await till.checkout(sale('004-2'))).toMatchObject({ copy: 'none', print: true, suppressed: 'hand' })
  expect(await till.flush()).toMatchObject({ sent: 1 })
  await till.close()
  expect(log.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Sale queued: /),
    expect.stringMatching(/^Sale sent: .*mails nothing/),
    expect.stringMatching(/^Waiting sale sent: .*mails nothing/),
  ])
})

test('a reason to suppress that nobody knows, or one beside no receipt, changes nothing', async () => {
  await using service = await startFakeService(({ method, body }) => {
    if (method !== 'POST') return undefined
    const headers = { 'counterfoil-suppressed': body.requestId === 'odd' ? 'moon phase' : 'bounce' }
    return body.requestId === 'odd' ? { ...taken('r-1'), headers } : { status: 422, headers, ...errorResponse('No') }
  })
  const till = await openTill({ ...service.options, spool: newFolder(), log: () => {} }, { replays: false })
  const [odd, refused] = [
    await till.checkout(sale('004-1', { requestId: 'odd' })),
    await till.checkout(sale('004-2', { requestId: 'refused' })),
  ]
  await till.close()
  expect(odd).toMatchObject({ copy: 'sent', confirm: expect.any(String) })
  expect(refused).toMatchObject({ copy: 'refused', notice: expect.stringContaining('unavailable') })
  for (const end of [odd, refused]) expect(end).not.toHaveProperty('suppressed')
})

/** Whether the service's answer has a referenceId. */
function namesFailure(end: string): boolean {
  return end.startsWith('409, ') || JSON.stringify(services[end]).includes('ref-1')
}

async function serviceFor(end: string, isDigital: boolean) {
  const told = services[end]!
  if (typeof told === 'object' && 'address' in told) {
    const options = { receipts: told.address(), host: told.address(), merchant: 'alder', key: 'till-7:secret' }
    return { options, [Symbol.asyncDispose]: async () => {} }
  }
  if (end === 'TLS fault') {
    const { cert, key } = makeCertificate()
    return startFakeService(() => undefined, { tls: { cert: readFileSync(cert), key: readFileSync(key) } })
  }
  return startFakeService(({ method, path, body }: FakeRequest) => {
    if (method === 'GET' && path.includes('/receipts/') && typeof told === 'object' && 'stored' in told)
      return { status: 200, json: { apiRequest: told.stored(sale('004-1', { requestId: 'own-1' })) } }
    if (method !== 'POST') return undefined
    if (typeof told === 'object' && 'stored' in told)
      return {
        status: 409,
        headers: { location: 'https://receipts.example.com/receipts/r-1' },
        ...errorResponse('Used before'),
      }
    if (end === '200' && !isDigital)
      return { status: 200, json: { receiptId: 'r-1', customerEmailAddress: null, offers: [] } }
    expect(body.requestId).toBe('own-1')
    return told as FakeAnswer
  })
}

/** The rows below the table's head that begins with this title. */
function tableOf(title: string): string[][] {
  const [, rows = ''] = new RegExp(`^\\| ${title} \\|.*\\n\\|[-|]+\\|\\n((?:\\|.*\\n)+)`, 'm').exec(readme) ?? []
  return rows
    .trim()
    .split('\n')
    .map(row =>
      row
        .slice(1, -1)
        .split('|')
        .map(cell => cell.trim()),
    )
}
