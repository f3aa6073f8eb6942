import { setTimeout as pause } from 'node:timers/promises'
import { openLog } from '../../src/monitoring/log.ts'
import { openService } from '../../src/service.ts'
import { readConfig } from '../../src/settings/config.ts'
import { countMails, postReceipt, type Tills } from '../../test/support/tills.ts'
import { startTroubledMailServer } from '../mail-server.ts'
import { openStage } from '../stage.ts'
import { countOutcome, linesOf, type Suffered } from './suffered.ts'

const hour = 3_600_000

/** The mail server is away for so many hours that the service lives through, or while its clock jumps by so many. */
interface Story {
  name: string
  passes?: number
  jumps?: number
  /** An operator sends what has failed for good once more. */
  retries?: boolean
}

const stories: readonly Story[] = [
  { name: 'mail server dead for 20 hours (simulated)', passes: 20 },
  {
    name: 'mail server dead for a day (24 hours, simulated), then `deliveries retry`',
    passes: 24,
    retries: true,
  },
  { name: 'mail server dead for 30 hours (simulated), then `deliveries retry`', passes: 30, retries: true },
  { name: 'clock jumps forward by a day', jumps: 24 },
  { name: 'clock set back by a day', jumps: -24 },
  { name: 'clock set back by an hour', jumps: -1 },
]

/** Plays each story with a clock of its own. The clock of timers and of the system stays as it is. */
export async function* sufferTime(only: string): AsyncGenerator<Suffered> {
  for (const story of stories) if (story.name.includes(only)) yield await playOne(story)
}

/** Receipts while the mail server is away, and after it. */
const many = 20

/** Step of the clock, milliseconds: shorter than any but the first waits. */
const step = hour / 3

async function playOne({ name, passes = 0, jumps = 0, retries = false }: Story): Promise<Suffered> {
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
  const began = Date.now()
  const service = await openService(readConfig(stage.settings), log, { now: () => Date.now() + ahead })
  stage.defer(service.close)
  const url = await service.listen()
  const accepted = new Map<string, string>()
  const answers: Tills['answers'] = []
  const arrived = () => accepted.size - countMails(mailServer, accepted).missing.length

  async function post(): Promise<void> {
    for (let turn = 0; turn < many; turn++) {
      const since = performance.now()
      const { status, receiptId } = await postReceipt(url, `time-${accepted.size}`)
      answers.push({ status, took: performance.now() - since })
      if (receiptId !== undefined) accepted.set(`time-${accepted.size}`, receiptId)
    }
  }
  /** Lets time pass for the service, step by step, until it is enough. Gives the hours that passed. */
  async function pass(hours: number, isEnough: () => boolean = () => false): Promise<number> {
    const until = ahead + hours * hour
    const since = ahead
    while (ahead < until && !isEnough()) {
      // The queue looks once a second at the latest.
      await pause(1100)
      if (!isEnough()) ahead += step
    }
    return (ahead - since) / hour
  }

  await mailServer.become('away')
  await post()
  await pause(1500)
  await pass(passes)
  ahead += jumps * hour
  await mailServer.become('well')
  const notes: string[] = []
  if (retries) {
    const failed = await service.levers.retry({ since: began }, { dryRun: true })
    notes.push(`${failed} of ${many} had failed for good`)
    await service.levers.retry({ since: began })
  }
  const since = performance.now()
  await post()
  while (arrived() < many && performance.now() - since < 60_000) await pause(50)
  const well = performance.now() - since
  // What a clock set back has left in the future is looked for once a minute.
  while (jumps < 0 && arrived() < accepted.size && performance.now() - since < 75_000) await pause(250)
  const waited = await pass(26, () => arrived() === accepted.size)
  return {
    name,
    times: 1,
    answers,
    notes,
    log: linesOf(output),
    recoveries: [well],
    caughtUp: waited > 0 ? `all within ${waited.toFixed(1)} simulated hours` : performance.now() - since,
    interrupted: undefined,
    ended: 0,
    ...(await countOutcome(url, accepted, mailServer, 1000)),
  }
}
