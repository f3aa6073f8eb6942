import { z } from 'zod'
import { adminScopes, issueAdminToken, listAdminTokens, revokeAdminToken } from '../../people/admin-tokens.ts'
import { actOutcomes, listAuditEntries } from '../../people/audit.ts'
import { instant } from '../../receipts/instant.ts'
import { act, UnknownTargetError } from '../act.ts'

/** Entries in one answer. */
const maxEntries = 1000

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

/** The acts of administration itself: who did what, and the tokens of those who may. */
export const administrationActs = {
  listAuditEntries: act({
    id: 'listAuditEntries',
    at: 'GET /audit',
    access: { admin: 'read', command: 'admin audit [--since <time>]' },
    summary: 'List who did what',
    description: `The newest ${maxEntries} acts of operators, newest first. Each is written before the act begins. Entries hold no receipt data, addresses or secrets.`,
    input: z.object({
      since: instant.optional().describe('Entries since this time.'),
      merchantId: z.string().optional().describe('Entries about this merchant.'),
    }),
    outcomes: { 200: { description: 'The entries', schema: z.array(entry) } },
    async run({ db }, { since, merchantId }) {
      const entries = await listAuditEntries(db, { since: since?.at, merchantId, limit: maxEntries })
      return entries.map(({ at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() }))
    },
  }),

  listTokens: act({
    id: 'listTokens',
    at: 'GET /tokens',
    access: { command: 'admin tokens' },
    summary: 'List the tokens for /admin',
    outcomes: { 200: { description: 'All tokens, including revoked ones' } },
    run: ({ db }) => listAdminTokens(db),
  }),

  issueToken: act({
    id: 'issueToken',
    at: 'POST /tokens',
    access: { command: 'admin token <name> --scope <scopes>' },
    summary: 'Create a token for /admin',
    input: z.object({ name: z.string(), scopes: z.array(z.enum(adminScopes)) }),
    outcomes: { 201: { description: 'The token and its secret' } },
    run: ({ db, now }, { name, scopes }) => issueAdminToken(db, name, scopes, now()),
    audit: (detail, _context, result) => ({ target: result?.token.id, detail }),
  }),

  revokeToken: act({
    id: 'revokeToken',
    at: 'DELETE /tokens/{tokenId}',
    access: { command: 'admin revoke <tokenId>' },
    summary: 'Revoke a token for /admin',
    outcomes: { 204: { description: 'The token is revoked' } },
    async run({ db, now, target }) {
      if (!(await revokeAdminToken(db, target, now())))
        throw new UnknownTargetError(`There is no active token "${target}". "admin tokens" shows all.`)
    },
  }),
}
