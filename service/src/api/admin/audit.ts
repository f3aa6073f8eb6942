import { z } from 'zod'
import { type AuditTrail, actOutcomes } from '../../administration/audit.ts'
import { check } from '../../errors/check.ts'
import { instant } from '../../receipts/instant.ts'
import type { Operation } from '../operation.ts'

/** Entries in one answer. */
const most = 1000

const query = z.object({
  since: instant.optional().describe('Entries since this time.'),
  merchantId: z.string().optional().describe('Entries about this merchant.'),
})

const entry = z
  .object({
    id: z.string().describe('The entry’s id.'),
    at: z.string().describe('When, ISO 8601, UTC.'),
    actor: z.string().describe('The admin token’s name, or `command:` and the user of a command.'),
    action: z.string().describe('The operation, such as `pauseDelivery`.'),
    merchantId: z.string().optional().describe('The merchant it was done to.'),
    target: z.string().optional().describe('The id of what it was done to.'),
    outcome: z
      .enum(actOutcomes)
      .describe(
        '`begun`: the service ended in the middle, so it may have been done. `failed`: it broke off with an error.',
      ),
    detail: z.record(z.string(), z.unknown()).describe('How it was asked for, and how much it changed.'),
  })
  .meta({ id: 'AuditEntry' })

/** The `/admin` operation that says who did what. */
export function auditOperations({ audit }: { audit: AuditTrail }): Operation[] {
  return [
    {
      id: 'listAuditEntries',
      method: 'GET',
      path: '/admin/audit',
      tag: 'Administration',
      summary: 'List who did what',
      description: `The newest ${most} acts of operators, newest first. Each is written before the act begins. Entries hold no receipt data, addresses or secrets.`,
      security: 'admin',
      query,
      outcomes: { 200: { description: 'The entries', schema: z.array(entry) } },
      async handle(call) {
        const { since, merchantId } = check(query, call.query)
        const entries = await audit.list({ since: since?.at, merchantId, limit: most })
        return { status: 200, json: entries.map(({ at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() })) }
      },
    },
  ]
}
