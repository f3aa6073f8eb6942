import { startMailServer } from '../../test/support/mail-server.ts'
import { basic, demoCredentials, postReceipt } from '../../test/support/tills.ts'
import { countUp, type Row } from '../report.ts'
import { type DatabaseName, openStage } from '../stage.ts'

const requests = 150

/** Mails per receipt per hour, minus the first. */
const allowed = 19

/** Asks for many resends of one receipt, all at once. */
export async function resendRace(database: DatabaseName): Promise<Row | undefined> {
  await using stage = await openStage(database)
  if (!stage) return undefined
  await using mailServer = await startMailServer()
  stage.settings.SMTP_URL = mailServer.url
  const { url } = await stage.start()
  const { receiptId = '' } = await postReceipt(url, 'race-1')
  const resend = () =>
    fetch(`${url}/ws/rest/v1/merchants/demo/receipts/${receiptId}/email`, {
      method: 'POST',
      headers: { authorization: basic(demoCredentials), 'content-type': 'application/json' },
      body: JSON.stringify({ customerEmailAddress: 'again@example.com' }),
    })
  const answers = await Promise.all(Array.from({ length: requests }, resend))
  const accepted = answers.filter(({ status }) => status === 202).length
  // Resends go to another address, and their Message-IDs differ on purpose.
  const toBuyer = {
    get mails() {
      return mailServer.mails.filter(({ envelope }) => envelope.to[0] !== 'again@example.com')
    },
  }
  const counts = await countUp(url, { accepted: new Map([['race-1', receiptId]]) }, toBuyer)
  return {
    scenario: `resend race, ${database}`,
    cycles: 1,
    recoveries: [],
    ...counts,
    kept: counts.kept && accepted === allowed,
    note: `${accepted} of ${requests} accepted`,
  }
}
