import { until } from '../test/support/mail-server.ts'
import { basic, countMails, demoCredentials, type TakenMail, type Tills } from '../test/support/tills.ts'

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
  const lost = await countLost(url, [...accepted])
  return {
    acknowledged: accepted.size,
    lost,
    neverMailed: missing.length,
    twice: duplicates,
    kept: accepted.size > 0 && lost === 0 && missing.length === 0,
  }
}

async function countLost(url: string, accepted: [string, string][]): Promise<number> {
  let lost = 0
  const headers = { authorization: basic(demoCredentials) }
  const next = accepted.values()
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

/** Formats the rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(row => {
    const sorted = row.recoveries.toSorted((one, other) => one - other)
    return [
      row.scenario,
      row.cycles,
      row.acknowledged,
      row.lost,
      row.neverMailed,
      row.twice,
      sorted.length > 0 ? seconds(sorted[Math.floor((sorted.length - 1) / 2)]) : '',
      seconds(sorted.at(-1)),
      row.kept ? 'yes' : 'NO',
      row.note,
    ].map(String)
  })
  const head = [
    'scenario',
    'cycles',
    'acknowledged',
    'lost',
    'never mailed',
    'twice',
    'recovery p50',
    'max',
    'kept',
    '',
  ]
  const widths = head.map((name, column) => Math.max(name.length, ...lines.map(line => line[column]?.length ?? 0)))
  return [head, widths.map(width => '-'.repeat(width)), ...lines]
    .map(line => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}

function seconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : `${(milliseconds / 1000).toFixed(1)} s`
}
