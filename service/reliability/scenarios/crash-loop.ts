import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listenSmtp, refusal, takeMail } from '../../test/support/loopback-smtp.ts'
import { until } from '../../test/support/mail-server.ts'
import { postReceipt, type TakenMail } from '../../test/support/tills.ts'
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
  const mailServer = await listenSmtp({
    onRcptTo(_address, _session, done) {
      if (manner === 'stall') {
        stalled += 1
        return
      }
      if (manner === 'take') return done()
      manner = 'take'
      done(refusal(421, '4.3.2 Try later'))
    },
    async onData(stream, session, done) {
      const mail = await takeMail(stream, session)
      if (!mail) return
      mails.push(mail)
      done()
    },
  })
  stage.defer(mailServer.close)
  stage.settings.SMTP_URL = mailServer.url

  const accepted = new Map<string, string>()
  const recoveries: number[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    const running = await stage.start()
    recoveries.push(running.took)
    if (cycle === 0) accepted.set('loop-1', (await postReceipt(running.url, 'loop-1')).receiptId ?? '')
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

function passTime(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  const twoHours = 7_200_000
  database.exec(`update deliveries set due_at = due_at - ${twoHours}`)
  database.exec(`update delivery_attempts set started_at = started_at - ${twoHours}`)
  database.close()
}
