import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { check } from '../errors/check.ts'
import { codeOf, reasonOf } from '../errors/fault.ts'
import { createMailFiles, mailFolderOf } from '../mail/folder.ts'
import { zoneOf } from '../merchants/merchant-settings.ts'
import { type Choice, choiceFields, choiceOf, isOneChoice, toldChoice } from '../receipts/privacy/choice.ts'
import { createErasure } from '../receipts/privacy/erase.ts'
import { createExports, type Exports, writeExport } from '../receipts/privacy/export.ts'
import { reference } from '../receipts/privacy/reference.ts'
import { openSearchKey } from '../receipts/search/terms.ts'
import { createFold } from '../statistics/folding/fold.ts'
import { type CommandForm, UsageError } from './arguments.ts'
import { knownMerchant, merchantsOf } from './known-merchant.ts'
import { CommandError, type CommandOutput, runCommand, type Surroundings } from './run-command.ts'

const chosen = '(--email <address> | --receipt <id> | --from <date> --to <date>)'

const form = {
  name: 'privacy',
  actions: {
    erase: `<merchant> ${chosen} [--dry-run] [--vacuum] [--reference <text>]`,
    export: `<merchant> ${chosen} [--out <file.json>] [--reference <text>]`,
  },
  options: {
    email: { type: 'string' },
    receipt: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    'dry-run': { type: 'boolean' },
    vacuum: { type: 'boolean' },
    out: { type: 'string' },
    reference: { type: 'string' },
  },
  remark: `An address means its customer's receipts, and the mails of other receipts to it. Dates are those of the receipts, by the merchant's
clock: 2026-11-21.
\`--dry-run\` only counts. \`--vacuum\` also writes the tables anew; receipts wait meanwhile. \`--reference\` is your number of the
request: the audit trail keeps it, but no address. Set DATABASE_URL or DATA_DIR as for the service.`,
} as const satisfies CommandForm<string>

type Action = keyof typeof form.actions
type Values = Readonly<Record<string, string | boolean | undefined>>

/**
 * The `privacy` command: erases or exports what is stored of a customer, a receipt or some days, as `/admin` does. Returns the
 * exit code.
 *
 * @throws StartError if the settings or the database are unusable, UsageError if the command is typed wrong
 */
export function privacyCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  return runCommand<Action>(form, args, environment, output, async ({ action, words: [id = ''], values }, around) => {
    const { fields, reference: number } = fieldsOf(action, values)
    const { settings } = await knownMerchant(merchantsOf(around), id)
    const choice = choiceOf(fields, zoneOf(settings))
    const told = { ...toldChoice(choice), reference: number }
    if (action === 'erase') {
      const erased = await around.act({ action: 'eraseReceipts', merchantId: id, detail: told }, async tell => {
        const counts = await erase(id, choice, values, around)
        tell({ detail: { ...told, ...counts } })
        return counts
      })
      return around.show(erased)
    }
    const { config, database } = around
    const searchKey = await openSearchKey(database.db, config.searchKey, Date.now())
    const exports = createExports(database.db, searchKey)
    const counts = await around.act({ action: 'exportReceipts', merchantId: id, detail: told }, async tell => {
      const exported = await exportTo(exports, id, choice, values.out, output)
      tell({ detail: { ...told, ...exported } })
      return exported
    })
    output.stderr.write(`Exported: receipts ${counts.receipts}, other mails ${counts.deliveries}\n`)
  })
}

function fieldsOf(action: Action, { email, receipt, from, to, reference: number }: Values) {
  const typed = { emailAddress: email, receiptId: receipt, from, to, reference: number }
  const { reference: checked, ...fields } = check(z.object({ ...choiceFields, reference }), typed)
  if (!isOneChoice(fields)) throw new UsageError(`"${action}" takes one of --email, --receipt, and --from with --to`)
  return { fields, reference: checked }
}

async function erase(id: string, choice: Choice, values: Values, { config, database }: Surroundings) {
  const { db, scrub, rewrite } = database
  const dryRun = values['dry-run'] === true
  const searchKey = await openSearchKey(db, config.searchKey, Date.now())
  const erasure = createErasure({
    db,
    scrub,
    searchKey,
    files: createMailFiles(mailFolderOf(config)),
    fold: createFold(db, Date.now),
  })
  const erased = dryRun ? await erasure.count(id, choice) : await erasure.erase(id, choice)
  if (values.vacuum && !dryRun) await rewrite()
  return { ...erased, dryRun }
}

async function exportTo(
  exports: Exports,
  id: string,
  choice: Choice,
  out: string | boolean | undefined,
  { stdout }: CommandOutput,
) {
  const about = { merchantId: id, exportedAt: new Date().toISOString() }
  if (out === undefined) return writeExport(exports, choice, about, text => void stdout.write(text))
  const path = String(out)
  const file = create(path)
  try {
    return await writeExport(exports, choice, about, text => void writeSync(file, text))
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** A new file that only this user may read. */
function create(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new CommandError(`${path} exists already. Name a new file.`)
    throw new CommandError(`${path} can't be written (${reasonOf(error)}). Name a file in a folder that is there.`)
  }
}
