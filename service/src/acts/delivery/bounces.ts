import { z } from 'zod'
import { keptReports, listKeptReports } from '../../delivery/bounces/kept.ts'
import { act } from '../act.ts'

const report = z
  .object({
    receivedAt: z.string().describe('ISO 8601, UTC.'),
    source: z.string().describe('`port` or `mailbox`.'),
    kind: z
      .enum(['unreadable', 'unmatched'])
      .describe('`unreadable`: it may be no report. `unmatched`: of no mail that is known.'),
    content: z
      .string()
      .describe(`How the mail begins, ${keptReports.bytes} bytes at most, a character for each. It may name people.`),
  })
  .meta({ id: 'BounceReport' })

/** What operators can do with reports about mails. */
export const bounceActs = {
  listBounceReports: act({
    id: 'listBounceReports',
    at: 'GET /bounce-reports',
    access: { admin: 'privacy', command: 'deliveries reports' },
    summary: 'List reports that nobody could read',
    description: `Mails to the address of bounces that say nothing of a known mail: the newest ${keptReports.most} of the last ${keptReports.lifetime / 86_400_000} days.`,
    outcomes: { 200: { description: 'The reports, newest first', schema: z.array(report) } },
    async run({ db }) {
      const kept = await listKeptReports(db, keptReports.most)
      return kept.map(({ received_at, source, kind, content }) => ({
        ...{ receivedAt: new Date(received_at).toISOString(), source, kind, content },
      }))
    },
  }),
}
