import { setTimeout as pause } from 'node:timers/promises'
import { openLog } from '../../src/monitoring/log.ts'
import { retryDeliveries } from '../../src/outbox/levers.ts'
import { openService } from '../../src/service.ts'
import { readConfig } from '../../src/settings/config.ts'
import { until } from '../../test/support/mail-server.ts'
import { countMails, postReceipt } from '../../test/support/tills.ts'
import { countLost } from '../report.ts'
import { openStage } from '../stage.ts'
import { linesOf, type Seen } from './bench.ts'
import { startTroubledMailServer, type TroubledMailServer } from './troubled-mail-server.ts'

const minute = 60_000
const hour = 60 * minute

/** A service in this process whose clock can be set. */
interface Shop {
  mailServer: TroubledMailServer
  /** Moves the service's clock. */
  turn(milliseconds: number): void
  /** Posts a receipt. */
  post(): Promise<void>
  /** How many mails came of those accepted. */
  arrived(): number
  /** How often tries have failed for good. */
  failed(): Promise<number>
  retry(): Promise<number>
}

interface Story {
  name: string
  /** @returns what is told of it besides what the till saw, and how long it took until well */
  play(shop: Shop): Promise<{ told: string; well: number }>
}

/** Mails of a day without a mail server. */
const many = 50

/** Step of the clock, milliseconds: shorter than any but the first waits. */
const step = 20 * minute

const stories: readonly Story[] = [
  {
    name: 'mail server dead for 20 hours (simulated)',
    async play(shop) {
      await shop.mailServer.become('away')
      for (let turn = 0; turn < many; turn++) await shop.post()
      await pass(shop, 20 * hour)
      await shop.mailServer.become('well')
      const waited = await pass(shop, 12 * hour, () => shop.arrived() === many)
      return { told: `all came within ${(waited / hour).toFixed(1)} simulated hours`, well: 0 }
    },
  },
  deadThenRetried('mail server dead for a day (24 hours, simulated), then `deliveries retry`', 24 * hour),
  deadThenRetried('mail server dead for 30 hours (simulated), then `deliveries retry`', 30 * hour),
  jump('clock jumps forward by a day', 24 * hour),
  jump('clock set back by a day', -24 * hour),
  jump('clock set back by an hour', -hour),
]

/** Longer than mails are tried: an operator sends those that have failed for good once more. */
function deadThenRetried(name: string, time: number): Story {
  return {
    name,
    async play(shop) {
      await shop.mailServer.become('away')
      for (let turn = 0; turn < many; turn++) await shop.post()
      await pass(shop, time)
      await shop.mailServer.become('well')
      const failed = await shop.failed()
      await shop.retry()
      // Those that hadn't failed yet wait for their last try.
      const waited = await pass(shop, 12 * hour, () => shop.arrived() === many)
      const came = `all came within ${(waited / hour).toFixed(1)} simulated hours`
      return { told: `${failed} of ${many} had failed for good; ${came}`, well: 0 }
    },
  }
}

/** Jumps while mails wait for their first and second try, and lets a till go on. */
function jump(name: string, by: number): Story {
  return {
    name,
    async play(shop) {
      await shop.mailServer.become('away')
      for (let turn = 0; turn < 10; turn++) await shop.post()
      await pause(1500)
      shop.turn(by)
      await shop.mailServer.become('well')
      const since = performance.now()
      for (let turn = 0; turn < 10; turn++) await shop.post()
      await until(() => shop.arrived() >= 10, 120_000)
      const fresh = performance.now() - since
      // The worker looks for mails left in the future once a minute.
      await until(() => shop.arrived() === 20, 75_000).catch(() => {})
      const waited =
        shop.arrived() === 20 ? performance.now() - since : await pass(shop, 26 * hour, () => shop.arrived() === 20)
      return {
        told: `mails that waited came within ${Math.ceil(waited / minute)} min of the service's time`,
        well: fresh,
      }
    },
  }
}

/** Lets time pass for the service, step by step, until it is enough. Returns how much passed. */
async function pass(shop: Shop, time: number, isEnough: () => boolean = () => false): Promise<number> {
  let passed = 0
  while (passed < time && !isEnough()) {
    // The queue looks once a second at the latest.
    await pause(1100)
    if (isEnough()) break
    shop.turn(step)
    passed += step
  }
  return passed
}

/** Plays each story with a clock of its own. The clock of timers and of the system stays as it is. */
export async function* sufferTime(only: string): AsyncGenerator<Seen & { told: string }> {
  for (const story of stories) if (story.name.includes(only)) yield await playOne(story)
}

async function playOne({ name, play }: Story): Promise<Seen & { told: string }> {
  await using mailServer = await startTroubledMailServer()
  await using stage = await openStage('SQLite')
  if (!stage) throw new Error('The embedded database is everywhere.')
  Object.assign(stage.settings, { SMTP_URL: mailServer.url, PORT: '0' })
  let ahead = 0
  let output = ''
  const log = openLog('info', {
    write(line) {
      output += line
    },
  })
  const now = () => Date.now() + ahead
  const service = await openService(readConfig(stage.settings), log, { now })
  const url = await service.listen()
  const accepted = new Map<string, string>()
  const till = new Map<string, number>()
  let slowest = 0
  const began = now()
  const shop: Shop = {
    mailServer,
    turn(milliseconds) {
      ahead += milliseconds
    },
    async post() {
      const number = `time-${accepted.size}`
      const since = performance.now()
      const answer = await postReceipt(url, number)
      slowest = Math.max(slowest, performance.now() - since)
      till.set(String(answer.status), (till.get(String(answer.status)) ?? 0) + 1)
      if (answer.receiptId !== undefined) accepted.set(number, answer.receiptId)
    },
    arrived: () => accepted.size - countMails(mailServer, accepted).missing.length,
    failed: async () => retryDeliveries(service, { since: began }, { dryRun: true }),
    retry: () => retryDeliveries(service, { since: began }),
  }
  try {
    const { told, well } = await play(shop)
    const missing = countMails(mailServer, accepted).missing.length
    const copies = mailServer.mails.length - new Set(mailServer.mails.map(({ messageId }) => messageId)).size
    const counts = { accepted: accepted.size, lost: await countLost(url, accepted), neverMailed: missing, copies }
    return { name, till, slowest, log: linesOf(output), well, caughtUp: 0, told, ...counts }
  } finally {
    await service.close()
  }
}
