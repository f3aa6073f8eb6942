import { type AdminScope, adminScopes, createAdminTokens } from '../administration/admin-tokens.ts'
import { type CommandForm, timeOf, UsageError } from './arguments.ts'
import { CommandError, type CommandOutput, runCommand } from './run-command.ts'

const form = {
  name: 'admin',
  actions: { tokens: '', token: '<name> --scope <scopes>', revoke: '<tokenId>', audit: '[--since <time>]' },
  options: { scope: { type: 'string' }, since: { type: 'string' } },
  remark: `Scopes, separated by commas: ${adminScopes.join(', ')}. \`token\` shows the new token once. Set DATABASE_URL or DATA_DIR as for the service.`,
} as const satisfies CommandForm<string>

type Action = keyof typeof form.actions

/** Audit entries shown. */
const most = 1000

/**
 * The `admin` command: named tokens for `/admin`, and who did what. Returns the exit code.
 *
 * @throws StartError if the settings or the database are unusable, UsageError if the command is typed wrong
 */
export function adminCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  return runCommand<Action>(form, args, environment, output, async ({ action, words: [word = ''], values }, around) => {
    const { database, audit, act, show } = around
    const tokens = createAdminTokens(database.db, Date.now)
    switch (action) {
      case 'tokens':
        return show(await tokens.list())
      case 'token': {
        const scopes = scopesOf(String(values.scope))
        const secret = await act({ action: 'issueToken', detail: { name: word, scopes } }, async tell => {
          const issued = await tokens.issue(word, scopes)
          tell({ target: issued.token.id })
          return issued.secret
        })
        output.stdout.write(`${secret}\n`)
        return
      }
      case 'revoke':
        return act({ action: 'revokeToken', target: word }, async () => {
          if (!(await tokens.revoke(word)))
            throw new CommandError(`There is no active token "${word}". "admin tokens" shows all.`)
        })
      case 'audit':
        return show(await audit.list({ since: timeOf('since', values.since), limit: most }))
    }
  })
}

function scopesOf(text: string): AdminScope[] {
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !adminScopes.includes(name as AdminScope))
  if (unknown !== undefined)
    throw new UsageError(`There is no scope "${unknown}"; there are ${adminScopes.join(', ')}.`)
  return names as AdminScope[]
}
