import { until } from '../test/support/mail-server.ts'
import { basic, countMails, demoCredentials, type TakenMail, type Tills } from '../test/support/tills.ts'
import { count, type Finding, middleAndMost, type Part } from './finding.ts'

export interface Row {
  scenario: string
  cycles: number
  /** Receipts that got their 200. */
  acknowledged: number
  /** Those that can't be retrieved afterwards. */
  lost: number
  /** Those whose mail didn't arrive within `patience`. */
  neverMailed: number
  /** Mails that arrived more than once, with the same Message-ID. */
  twice: number
  /** Milliseconds until the service had recovered, one per cycle. */
  recoveries: number[]
  note: string
  /** Whether the promises were kept. */
  kept: boolean
}

/** A mail deferred twice waits a minute, and a dead worker is noticed after 15 s. Milliseconds. */
const patience = 150_000

/** Waits for the mails, retrieves every acknowledged receipt, and counts. */
export async function countUp(
  url: string,
  tills: Pick<Tills, 'accepted'>,
  mailServer: { mails: readonly TakenMail[] },
): Promise<Pick<Row, 'acknowledged' | 'lost' | 'neverMailed' | 'twice' | 'kept'>> {
  const { accepted } = tills
  await until(() => countMails(mailServer, accepted).missing.length === 0, patience).catch(() => {})
  const { missing, duplicates } = countMails(mailServer, accepted)
  const lost = await countLost(url, accepted)
  return {
    acknowledged: accepted.size,
    lost,
    neverMailed: missing.length,
    twice: duplicates,
    kept: accepted.size > 0 && lost === 0 && missing.length === 0,
  }
}

/** How many of the accepted receipts can't be retrieved. */
export async function countLost(url: string, accepted: ReadonlyMap<string, string>): Promise<number> {
  let lost = 0
  const headers = { authorization: basic(demoCredentials) }
  const next = accepted.entries()
  const readers = Array.from({ length: 8 }, async () => {
    for (const [transactionNumber, id] of next) {
      const reply = await fetch(`${url}/ws/rest/v1/merchants/demo/receipts/${id}`, { headers })
      const { apiRequest } = (await reply.json()) as { apiRequest?: { transactionNumber?: string } }
      if (apiRequest?.transactionNumber !== transactionNumber) lost += 1
    }
  })
  await Promise.all(readers)
  return lost
}

/** A row as a finding; undefined stays so. */
export function findingOf(part: Part, row: Row | undefined): Finding | undefined {
  if (!row) return undefined
  const counts = [row.cycles, row.acknowledged, row.lost, row.neverMailed, row.twice].map(count)
  return { part, columns, rows: [[row.scenario, ...counts, middleAndMost(row.recoveries), row.note]], kept: row.kept }
}

const columns = [
  'scenario',
  'times',
  'receipts',
  'lost',
  'mails lost',
  'mailed again',
  'well again: middle, longest',
  '',
]
