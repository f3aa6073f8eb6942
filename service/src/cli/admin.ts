import { administrationActs } from '../administration/acts.ts'
import { type AdminScope, adminScopes } from '../administration/admin-tokens.ts'
import { actCommand } from './act-command.ts'
import { UsageError } from './arguments.ts'

/** The `admin` command: named tokens for `/admin`, and who did what. */
export const adminCommand = actCommand({
  name: 'admin',
  remark: `Scopes, separated by commas: ${adminScopes.join(', ')}. \`token\` shows the new token once. Set DATABASE_URL or DATA_DIR as for the service.`,
  acts: [
    administrationActs.listTokens,
    administrationActs.issueToken,
    administrationActs.revokeToken,
    administrationActs.listAuditEntries,
  ],
  forms: {
    issueToken: {
      input: ({ words: { name }, options: { scope } }) => ({ name, scopes: scopesOf(String(scope)) }),
      print: ({ secret }) => secret,
    },
  },
})

function scopesOf(text: string): AdminScope[] {
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !adminScopes.includes(name as AdminScope))
  if (unknown !== undefined)
    throw new UsageError(`There is no scope "${unknown}"; there are ${adminScopes.join(', ')}.`)
  return names as AdminScope[]
}
