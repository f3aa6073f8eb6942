import { createServer } from 'node:http'
import { addEndpoint } from '../../src/delivery/webhooks/endpoints.ts'
import { recordEvents } from '../../src/delivery/webhooks/events.ts'
import { eventTypes } from '../../src/delivery/webhooks/payload.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { until } from '../../test/support/mail-server.ts'
import { count, type Finding, middleAndMost, type Play } from '../finding.ts'
import { pick, type Random, seeded } from '../random.ts'
import { type DatabaseName, openStage } from '../stage.ts'
import { withDatabase } from './audit.ts'
import type { Trap } from './trap.ts'
import { raiseVictims, type Victims } from './victims.ts'

/** What came of messages to receivers that fail by turns. */
export interface WebhookResult {
  kills: number
  messages: number
  /** That no receiver took. */
  lost: number
  /** That came before an earlier one about the same receipt was taken. */
  disordered: number
  /** That came again after they were taken. */
  copies: number
  /** That aren't marked as delivered in the end. */
  strays: number
  recoveries: number[]
}

/** Whether nothing was lost, and the order was kept. */
export function isTold({ messages, lost, disordered, strays }: WebhookResult): boolean {
  return messages > 0 && lost === 0 && disordered === 0 && strays === 0
}

const columns = [
  'killed while posting',
  'database',
  'kills',
  'messages',
  'lost',
  'out of order',
  'posted again',
  'astray',
  'listening again: middle, longest',
]

/** Kills the service while it posts messages of webhooks, at each point so often. */
export function killWhilePosting(database: DatabaseName, points: readonly PostPoint[] = postPoints): Play {
  return async ({ cycles, events, seed }) => {
    await using stage = await openStage(database)
    if (!stage) return undefined
    await using victims = await raiseVictims()
    const settings = { ...stage.settings, PORT: '0', ...(stage.server && { MAIL: 'folder' }) }
    const kills = cycles * points.length
    const found = await postAndKill({ kills, points, events, random: seeded(seed), victims, settings })
    return findingOf(database, found)
  }
}

function findingOf(database: DatabaseName, found: WebhookResult): Finding {
  const { kills, messages, lost, disordered, copies, strays, recoveries } = found
  const cells = [kills, messages, lost, disordered, copies, strays].map(count)
  return {
    part: 'webhooks',
    columns,
    rows: [['at each point', database, ...cells, middleAndMost(recoveries)]],
    kept: isTold(found),
    done: messages,
  }
}

/** Before an attempt is begun, when it came, when it was answered, before and after the answer is recorded. */
export const postPoints = ['begin', 'arrival', 'answer', 'before the end', 'after the end'] as const

type PostPoint = (typeof postPoints)[number]

/** Endpoints of the merchant: each gets every event. */
const endpoints = 5

/** Events about a receipt. */
const steps = 4

interface PostOptions {
  kills: number
  /** Where, by turns. */
  points: readonly PostPoint[]
  /** Messages, all endpoints together. */
  events: number
  random: Random
  victims: Victims
  settings: Record<string, string>
}

/** Has messages posted by processes that are killed one after the other, and counts what the receivers took. */
export async function postAndKill(options: PostOptions): Promise<WebhookResult> {
  const { kills, points, events, random, victims, settings } = options
  await using receiver = await startTroubledReceiver(random)
  const all = { ...settings, WEBHOOK_ALLOW: '127.0.0.1' }
  const receipts = Math.max(1, Math.ceil(events / endpoints / steps))
  await writeEvents(all, receiver.url, receipts)
  const messages = receipts * steps * endpoints
  // Spread over the run, however long it is.
  const most = Math.max(20, (1.6 * messages) / Math.max(1, kills))
  const recoveries: number[] = []
  let killed = 0
  for (; killed < kills && receiver.taken() < messages; killed++) {
    const point = points[killed % points.length] ?? 'begin'
    const victim = await victims.open(all, trapAt(point, random, most / usualBatch))
    if (killed > 0) recoveries.push(victim.took)
    if (point === 'arrival' || point === 'answer')
      receiver.arm(point, Math.floor(random() * most), () => void process.kill(victim.pid, 'SIGKILL'))
    // With little left, the trap may never be met.
    const done = until(() => receiver.taken() >= messages, timeoutMs).catch(() => {})
    await Promise.race([victim.died(timeoutMs).catch(() => {}), done])
    if (receiver.taken() >= messages) await victim.kill()
  }
  const last = await victims.open(all)
  await until(() => receiver.taken() >= messages, timeoutMs).catch(() => {})
  await until(async () => {
    const text = await (await fetch(`${last.url}/metrics`)).text()
    return /^counterfoil_webhook_messages_waiting 0$/m.test(text)
  }, timeoutMs).catch(() => {})
  await last.stop()
  const strays = await withDatabase(all, async db => {
    const rows = await db.selectFrom('webhook_messages').select('status').execute()
    return rows.filter(({ status }) => status !== 'delivered').length + Math.abs(rows.length - messages)
  })
  const { disordered, copies } = receiver
  return { kills: killed, messages, lost: messages - receiver.taken(), disordered, copies, strays, recoveries }
}

/** How long a process may need until it is killed, and the last one for all that is left, milliseconds. */
const timeoutMs = 3_600_000

/** Messages that one statement is about, while all endpoints answer. */
const usualBatch = 4

/** @param most how often the point may be passed, at most */
function trapAt(point: PostPoint, random: Random, most: number): Trap | undefined {
  const nth = 1 + Math.floor(random() * most)
  if (point === 'begin') return { at: 'posting', when: pick(random, ['before', 'after']), nth }
  if (point === 'before the end') return { at: 'posted', when: 'before', nth }
  if (point === 'after the end') return { at: 'posted', when: pick(random, ['after', 'sent']), nth }
  return undefined
}

/** Writes the events of receipts, step by step, as if they had just happened. */
async function writeEvents(settings: Record<string, string>, url: string, receipts: number): Promise<void> {
  const now = () => Date.now()
  await withDatabase(settings, async db => {
    await saveMerchant({ db, now, templatesDir: '' }, 'shop', { name: 'Alder & Finch' })
    for (let endpoint = 0; endpoint < endpoints; endpoint++) {
      const input = { url: `${url}${endpoint}`, events: eventTypes, customerData: false, active: true }
      await addEndpoint(db, openSecretSeal([]), 'shop', input, now())
    }
    for (let first = 0; first < receipts; first += 100)
      for (let step = 0; step < steps; step++)
        await db.transaction().execute(transaction =>
          recordEvents(
            transaction,
            () =>
              Array.from({ length: Math.min(100, receipts - first) }, (_, index) => ({
                ...{ type: 'delivery.deferred' as const, merchantId: 'shop', receiptId: `receipt-${first + index}` },
                data: { step },
              })),
            now(),
          ),
        )
  })
}

/** Receivers on loopback that take most messages, and by turns none. */
async function startTroubledReceiver(random: Random) {
  /** How many steps of a receipt an endpoint has taken. */
  const known = new Map<string, number>()
  let armed: { moment: 'arrival' | 'answer'; skip: number; strike: () => void } | undefined
  const began = performance.now()
  let taken = 0
  const counts = { disordered: 0, copies: 0 }

  function strikes(moment: 'arrival' | 'answer'): boolean {
    if (armed?.moment !== moment || armed.skip-- > 0) return false
    armed.strike()
    armed = undefined
    return true
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { receiptId: string; step: number } }
    const place = `${request.url} ${data.receiptId}`
    const next = known.get(place) ?? 0
    if (data.step > next) counts.disordered += 1
    if (data.step < next) counts.copies += 1
    if (strikes('arrival')) return void request.socket.destroy()
    // Two seconds of twenty all fail, and now and then one by itself.
    const isAway = (performance.now() - began + 19_000) % 20_000 < 2000
    if (isAway || random() < 0.01)
      return void (random() < 0.3 ? request.socket.destroy() : response.writeHead(pick(random, [500, 503, 404])).end())
    if (data.step === next) {
      known.set(place, next + 1)
      taken += 1
    }
    response.writeHead(204).end(() => strikes('answer'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return Object.assign(counts, {
    url: `http://127.0.0.1:${port}/`,
    taken: () => taken,
    arm(moment: 'arrival' | 'answer', skip: number, strike: () => void) {
      armed = { moment, skip, strike }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  })
}
