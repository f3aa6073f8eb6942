import { privacyActs } from '../acts/receipts/privacy.ts'
import { createMailFiles, mailFolderOf } from '../delivery/mail/folder.ts'
import { zoneOf } from '../merchants/merchant-settings.ts'
import { writeExport } from '../receipts/privacy/export.ts'
import { choiceOf } from '../receipts/privacy/find.ts'
import { openSearchKey } from '../receipts/search/terms.ts'
import { createFold } from '../statistics/folding/fold.ts'
import { actCommand } from './act-command.ts'
import type { Arguments } from './run-command.ts'
import { writeFile } from './write-file.ts'

const { eraseReceipts, exportReceipts } = privacyActs

/** The `privacy` command: erases or exports what is stored of a customer, a receipt or some days, as `/admin` does. */
export const privacyCommand = actCommand({
  name: 'privacy',
  remark: `An address means its customer's receipts, and the mails of other receipts to it. Dates are those of the receipts, by the merchant's
clock: 2026-11-21.
\`--dry-run\` only counts. \`--vacuum\` also writes the tables anew; receipts wait meanwhile. \`--reference\` is your number of the
request: the audit trail keeps it, but no address. Set DATABASE_URL or DATA_DIR as for the service.`,
  acts: Object.values(privacyActs),
  async open({ config, database: { db, scrub } }) {
    const searchKey = await openSearchKey(db, config.searchKey, Date.now())
    return { scrub, searchKey, files: createMailFiles(mailFolderOf(config)), fold: createFold(db, Date.now) }
  },
  forms: {
    eraseReceipts: {
      input: choiceTyped,
      async run(context, input: Parameters<typeof eraseReceipts.run>[1], { around, options }) {
        const erased = await eraseReceipts.run(context, input)
        if (options.vacuum && !erased.dryRun) await around.database.rewrite()
        return erased
      },
    },
    exportReceipts: {
      input: choiceTyped,
      // Whole, so that nobody has to ask for pages.
      async run(context, fields: Parameters<typeof exportReceipts.run>[1], { options, output }) {
        const { merchant, now } = context
        const choice = choiceOf(fields, zoneOf(merchant.settings))
        const about = { merchantId: merchant.id, exportedAt: new Date(now()).toISOString() }
        const write = (to: (text: string) => void) => writeExport(context, choice, about, to)
        const counts = await (options.out === undefined
          ? write(text => void (output.data ?? output.stdout).write(text))
          : writeFile(String(options.out), write))
        return { counts, text: '' }
      },
      print: ({ counts }, { stderr }) =>
        void stderr.write(`Exported: receipts ${counts.receipts}, other mails ${counts.deliveries}\n`),
    },
  },
})

function choiceTyped({ options: { email, receipt, from, to, reference, 'dry-run': dryRun } }: Arguments) {
  return { emailAddress: email, receiptId: receipt, from, to, reference, dryRun }
}
