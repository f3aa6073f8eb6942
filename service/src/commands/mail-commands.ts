import { bounceActs } from '../acts/delivery/bounces.ts'
import { deliveryActs } from '../acts/delivery/outbox.ts'
import { pauseActs } from '../acts/delivery/pauses.ts'
import { suppressionActs } from '../acts/delivery/suppression.ts'
import { problemActs } from '../acts/receipts/worklist.ts'
import { openSearchKey } from '../receipts/search/terms.ts'
import { actCommand } from './act-command.ts'
import type { Arguments } from './run-command.ts'

/** The `deliveries` command: holds mails back, tries failed ones again, gives up waiting ones; as `/admin` does. */
export const deliveriesCommand = actCommand({
  name: 'deliveries',
  remark:
    'Times are ISO 8601: 2026-11-21T02:00:00Z. `retry` takes mails that failed since then, `cancel` waiting ones created since then. Set DATABASE_URL or DATA_DIR as for the service.',
  acts: [...Object.values(pauseActs), ...Object.values(deliveryActs), ...Object.values(bounceActs)],
  open: async ({ config, database: { db } }) => ({
    queue,
    searchKey: await openSearchKey(db, config.searchKey, Date.now()),
  }),
  forms: {
    pauseDelivery: { input: inputOf },
    findDeliveries: {
      input: inputOf,
      // Whole, so that nobody has to ask for pages.
      async run(context, input: Parameters<typeof deliveryActs.findDeliveries.run>[1], { output }) {
        for (let cursor: string | undefined; ; ) {
          const page = await deliveryActs.findDeliveries.run(context, { ...input, cursor })
          for (const mail of page.deliveries) (output.data ?? output.stdout).write(`${JSON.stringify(mail)}\n`)
          cursor = page.next
          if (cursor === undefined) return
        }
      },
    },
    cancelDeliveries: { input: inputOf },
    retryDeliveries: { input: inputOf },
  },
})

/** The `suppressions` command: whom a merchant doesn't write to, as `/admin` does. */
export const suppressionsCommand = actCommand({
  name: 'suppressions',
  remark:
    'Addresses that nobody has, that called a mail spam, or that were added by hand. Only hashes of them are kept. `lift --since` lets the merchant write again to all of a time: those that bounced, unless --kind says otherwise. Set DATABASE_URL or DATA_DIR as for the service, and SEARCH_KEY if the service has one.',
  acts: Object.values(suppressionActs),
  open: async ({ config, database: { db } }) => ({ searchKey: await openSearchKey(db, config.searchKey, Date.now()) }),
  forms: {
    findSuppression: { input: addressTyped },
    addSuppression: { input: addressTyped },
    liftSuppressions: { input: addressTyped },
  },
})

/** The `problems` command: a merchant's mails that didn't arrive, until they are dealt with; as `/admin` does. */
export const problemsCommand = actCommand({
  name: 'problems',
  remark:
    'Times are ISO 8601: 2026-11-21T02:00:00Z. `done` and `resend` take one mail, or all that became a problem before --until and fit the rest; `reopen` takes back what the same user marked at --done-at. No addresses are shown. Set DATABASE_URL or DATA_DIR as for the service.',
  acts: Object.values(problemActs),
  open: async ({ config, database: { db } }) => ({
    queue,
    searchKey: await openSearchKey(db, config.searchKey, Date.now()),
    mailFrom: config.mailFrom,
  }),
  forms: {
    finishProblems: { input: problemsTyped },
    reopenProblems: { input: problemsTyped },
    resendProblems: { input: problemsTyped },
  },
})

function inputOf({
  options: { merchant, bounced, canceled, withheld, status, 'dry-run': dryRun, ...others },
}: Arguments) {
  const meant = bounced ? 'bounced' : canceled ? 'canceled' : withheld ? 'withheld' : status
  return { ...others, merchantId: merchant, dryRun, status: meant }
}

function addressTyped({ options: { email, 'dry-run': dryRun, ...others } }: Arguments) {
  return { ...others, emailAddress: email, dryRun }
}

function problemsTyped({ options: { id, email, 'done-at': doneAt, ...others } }: Arguments) {
  return { ...others, ids: id === undefined ? undefined : [id], emailAddress: email, doneAt }
}

/** A running service finds what waits within a second. */
const queue = { wake: () => {} }
