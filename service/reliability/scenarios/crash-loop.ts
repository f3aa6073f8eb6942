import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SMTPServer } from 'smtp-server'
import { until } from '../../test/support/mail-server.ts'
import { basic, demoCredentials, receipt, type TakenMail } from '../../test/support/tills.ts'
import { countUp, type Row } from '../report.ts'
import { openStage } from '../stage.ts'

/**
 * Kills the service repeatedly while it sends the same mail, then lets the mail server answer 421 once. The waits between
 * interrupted attempts grow to an hour; setting back the times in the database skips them.
 */
export async function crashLoop(cycles: number): Promise<Row | undefined> {
  await using stage = await openStage('SQLite')
  if (!stage) return undefined
  const mails: TakenMail[] = []
  let manner: 'stall' | '421' | 'take' = 'stall'
  let stalled = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 200,
    onRcptTo(_address, _session, done) {
      if (manner === 'stall') {
        stalled += 1
        return
      }
      if (manner === 'take') return done()
      manner = 'take'
      done(Object.assign(new Error('4.3.2 Try later'), { responseCode: 421 }))
    },
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        mails.push({ envelope: { to: session.envelope.rcptTo.map(({ address }) => address) }, messageId: '' })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  stage.defer(() => new Promise<void>(resolve => server.close(() => resolve())))
  const { port } = server.server.address() as { port: number }
  stage.settings.SMTP_URL = `smtp://127.0.0.1:${port}`

  const accepted = new Map<string, string>()
  const recoveries: number[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    const running = await stage.start()
    recoveries.push(running.took)
    if (cycle === 0) accepted.set('loop-1', await post(running.url))
    await until(() => stalled > cycle)
    await running.kill()
    passTime(join(stage.settings.DATA_DIR ?? '', 'receipts.db'))
  }
  manner = '421'
  const last = await stage.start()
  const since = Date.now()
  const counts = await countUp(last.url, { accepted }, { mails })
  const sentAfter = `421, then sent after ${((Date.now() - since) / 1000).toFixed(1)} s`
  return { scenario: 'crash loop on one mail, then 421', cycles, recoveries, ...counts, note: sentAfter }
}

async function post(url: string): Promise<string> {
  const reply = await fetch(`${url}/ws/rest/v1/merchants/demo/receipts`, {
    method: 'POST',
    headers: { authorization: basic(demoCredentials), 'content-type': 'application/json' },
    body: JSON.stringify(receipt({ transactionNumber: 'loop-1', customer: { emailAddress: 'loop-1@example.com' } })),
  })
  return ((await reply.json()) as { receiptId: string }).receiptId
}

function passTime(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  const twoHours = 7_200_000
  database.exec(`update deliveries set due_at = due_at - ${twoHours}`)
  database.exec(`update delivery_attempts set started_at = started_at - ${twoHours}`)
  database.close()
}
