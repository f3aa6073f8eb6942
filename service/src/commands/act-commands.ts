import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import type { ActContext } from '../acts/act.ts'
import { bounceActs } from '../acts/delivery/bounces.ts'
import { deliveryActs } from '../acts/delivery/outbox.ts'
import { suppressionActs } from '../acts/delivery/suppression.ts'
import { webhookActs } from '../acts/delivery/webhooks.ts'
import { fleetActs } from '../acts/fleet.ts'
import { keyActs } from '../acts/merchants/keys.ts'
import { merchantActs, offerActs } from '../acts/merchants/merchants.ts'
import { templateActs } from '../acts/merchants/templates.ts'
import { administrationActs } from '../acts/people/administration.ts'
import { peopleActs } from '../acts/people/people.ts'
import { privacyActs } from '../acts/receipts/privacy.ts'
import { problemActs } from '../acts/receipts/worklist.ts'
import { reportActs } from '../acts/reports.ts'
import { dayEndActs } from '../acts/statistics/day-end.ts'
import { tableActs } from '../acts/statistics/tables.ts'
import { codeOf, reasonOf } from '../basics/errors/fault.ts'
import { readAllowedHosts } from '../basics/public-addresses.ts'
import { createMailFiles, mailFolderOf } from '../delivery/mail/folder.ts'
import { eventTypes } from '../delivery/webhooks/payload.ts'
import { openSecretSeal } from '../delivery/webhooks/secrets.ts'
import { createEngines } from '../merchants/engines.ts'
import { zoneOf } from '../merchants/merchant-settings.ts'
import { findMerchant, type Merchant } from '../merchants/merchants.ts'
import { createExaminer } from '../merchants/templates/examiner.ts'
import { type AdminScope, adminScopes } from '../people/admin-tokens.ts'
import { listPeople, nameKey } from '../people/people.ts'
import { writeExport } from '../receipts/privacy/export.ts'
import { choiceOf } from '../receipts/privacy/find.ts'
import { openSearchKey } from '../receipts/search/terms.ts'
import { createFold } from '../statistics/folding/fold.ts'
import { tableGroupings } from '../statistics/tables/table.ts'
import { reportKinds } from '../worker/reports/schedules.ts'
import { actCommand, readJsonFile } from './act-command.ts'
import { readTemplates } from './read-templates.ts'
import { type Arguments, CommandError, UsageError } from './run-command.ts'

/**
 * The `merchant` command: what `/admin` does, directly on the database. Only `save` creates a missing database; the
 * others report it.
 */
export const merchantCommand = actCommand({
  name: 'merchant',
  remark:
    'A new merchant needs --name. `key` shows the new key once: it only creates receipts unless --scope says more (create,read,resend,statistics), in all stores unless --stores lists some. `user` shows the password for the console; again, it gives a new one. Set DATABASE_URL or DATA_DIR as for the service. A running service sees changes within a second.',
  acts: [
    merchantActs.listMerchants,
    merchantActs.getMerchant,
    merchantActs.saveMerchant,
    keyActs.issueKey,
    keyActs.listKeys,
    keyActs.revokeKey,
    offerActs.addOffer,
    offerActs.listOffers,
    offerActs.removeOffer,
    peopleActs.savePerson,
    peopleActs.listPeople,
    peopleActs.removeSecondFactor,
    peopleActs.removePerson,
  ],
  open({ config, database: { db } }, closing, actId) {
    // Opening engines reads fonts.
    if (actId !== 'saveMerchant') return {}
    const engines = createEngines({ ...config, db, now: Date.now })
    closing.defer(engines.close)
    return { engines, templatesDir: config.templatesDir }
  },
  forms: {
    listMerchants: {
      print: (merchants: Merchant[]) => merchants.map(({ id, name, active }) => ({ id, name, active })),
    },
    saveMerchant: {
      async input({ options: { name, settings, active, inactive } }, { db, merchantId }) {
        const before = await findMerchant(db, merchantId)
        if (name === undefined && !before)
          throw new CommandError(`The merchant "${merchantId}" is new; name it with --name <name>.`)
        return {
          name: name ?? before?.name,
          active: active || inactive ? !inactive : before?.active,
          settings: settings === undefined ? before?.settings : readJsonFile(String(settings)),
        }
      },
      print({ warning, ...merchant }, { stderr }) {
        if (warning !== undefined) stderr.write(`${warning}\n`)
        return merchant
      },
    },
    issueKey: { input: keyTyped, print: ({ credentials }) => credentials },
    addOffer: { input: ({ options }) => readJsonFile(String(options.file)) },
    savePerson: {
      input: ({ words: { name }, options: { role, stores } }) => ({ name, role, stores: listOf(stores) }),
      print: ({ password }) => password,
    },
    removeSecondFactor: { target: personNamed },
    removePerson: { target: personNamed },
  },
})

/** The `templates` command: what a merchant's receipts are drawn with, as `/admin` does. */
export const templatesCommand = actCommand({
  name: 'templates',
  remark:
    '`upload` takes a folder or a zip file, and says what is wrong in it. `publish` has new receipts drawn with a version; an earlier one rolls back, `withdraw` takes the templates of the settings. Set DATABASE_URL or DATA_DIR as for the service.',
  acts: Object.values(templateActs),
  open({ config, database: { db } }, closing, actId) {
    const examineTemplates = createExaminer()
    if (actId === 'listTemplates' || actId === 'showTemplates' || actId === 'uploadTemplates')
      return { examineTemplates }
    const engines = createEngines({ ...config, db, now: Date.now })
    closing.defer(engines.close)
    return { examineTemplates, engines, templatesDir: config.templatesDir }
  },
  forms: {
    uploadTemplates: { input: ({ options }) => readTemplates(String(options.from)) },
    previewTemplates: {
      input: ({ options: { out: _, ...others } }) => others,
      async run(context, input: Parameters<typeof templateActs.previewTemplates.run>[1], { options }) {
        const preview = await templateActs.previewTemplates.run(context, input)
        await writeFile(String(options.out), async write => {
          for await (const piece of preview.pieces()) write(piece)
        })
      },
    },
  },
})

function keyTyped({ options: { label, scope, stores } }: Arguments) {
  return { label, scopes: listOf(scope), stores: listOf(stores) }
}

async function personNamed({ words: { name = '' } }: Arguments, { db, merchantId }: ActContext): Promise<string> {
  const found = (await listPeople(db, merchantId)).find(person => person.name === nameKey(name))
  if (found) return found.id
  throw new CommandError(`Nobody named "${name}" may sign in. "merchant users ${merchantId}" lists who may.`)
}

/** What was typed with commas. */
function listOf(text: Arguments['options'][string]): string[] | undefined {
  return text === undefined
    ? undefined
    : String(text)
        .split(',')
        .map(each => each.trim())
}

/** The `deliveries` command: holds mails back, tries failed ones again, gives up waiting ones; as `/admin` does. */
export const deliveriesCommand = actCommand({
  name: 'deliveries',
  remark:
    'Times are ISO 8601: 2026-11-21T02:00:00Z. `retry` takes mails that failed since then, `cancel` waiting ones created since then. Set DATABASE_URL or DATA_DIR as for the service.',
  acts: [...Object.values(deliveryActs), ...Object.values(bounceActs)],
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

function inputOf({
  options: { merchant, bounced, canceled, withheld, status, 'dry-run': dryRun, ...others },
}: Arguments) {
  const meant = bounced ? 'bounced' : canceled ? 'canceled' : withheld ? 'withheld' : status
  return { ...others, merchantId: merchant, dryRun, status: meant }
}

/** A running service finds what waits within a second. */
const queue = { wake: () => {} }

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

function addressTyped({ options: { email, 'dry-run': dryRun, ...others } }: Arguments) {
  return { ...others, emailAddress: email, dryRun }
}

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

function problemsTyped({ options: { id, email, 'done-at': doneAt, ...others } }: Arguments) {
  return { ...others, ids: id === undefined ? undefined : [id], emailAddress: email, doneAt }
}

/** The `day-end` command: what a store took in a business day, and signing it off. */
export const dayEndCommand = actCommand({
  name: 'day-end',
  remark:
    'A day begins at midnight by the store’s clock, or at --cut-off: 04:00. --format csv, or text for a receipt printer. `sign` keeps what the day said, once. Set DATABASE_URL or DATA_DIR as for the service.',
  acts: Object.values(dayEndActs),
  forms: { showDayEnd: { input: dayTyped }, signDayEnd: { input: dayTyped } },
})

/** The `table` command: figures by store, till, person and so on, a row for each. */
export const tableCommand = actCommand({
  name: 'table',
  remark: `Groupings: ${tableGroupings.join(', ')}; each store --then-by its means of payment, taxes, people …, as docs/statistics.md says.
\`show\` is a page as JSON, \`export\` all rows as CSV, or --format jsonl. Set DATABASE_URL or DATA_DIR as for the service.`,
  acts: Object.values(tableActs),
  forms: { showTable: { input: tableTyped }, exportTable: { input: tableTyped } },
})

/** The `report` command: reports that come by themselves. */
export const reportCommand = actCommand({
  name: 'report',
  remark: `Reports: ${reportKinds.join(', ')}. Each --every day or week, --weekday 1 (Monday) to 7, --at 06:00, --to addresses separated by commas, --empty also where there is nothing
to tell. Set DATABASE_URL or DATA_DIR as for the service.`,
  acts: Object.values(reportActs),
  forms: { addReport: { input: reportTyped }, changeReport: { input: reportTyped } },
})

function reportTyped({ options }: Arguments) {
  const { store, 'cut-off': cutOff, to, empty, 'no-empty': skips, on, off, ...others } = options
  return {
    ...{ ...others, storeId: store, cutOff },
    to: to === undefined ? undefined : listOf(to)?.filter(Boolean),
    skipEmpty: empty || skips ? !empty : undefined,
    active: on || off ? !off : undefined,
  }
}

function tableTyped({ options: { store, ...others } }: Arguments) {
  return { ...others, storeId: store }
}

function dayTyped({ options: { store, register, 'cut-off': cutOff, currency, counted, ...others } }: Arguments) {
  const cash = counted === undefined ? undefined : [{ currency, counted }]
  return { ...others, storeId: store, workstationId: register, cutOff, cash }
}

/** The `fleet` command: a merchant's tills, and what they all are to do alike. */
export const fleetCommand = actCommand({
  name: 'fleet',
  remark:
    'Silent tills first. `set` replaces what all tills are to do alike: {"deadlineMs": 3000, "printer": {"width": 58}, "slip": {"as": "text"}}; they ask every five minutes. Set DATABASE_URL or DATA_DIR as for the service.',
  acts: Object.values(fleetActs),
  forms: {
    listFleet: {
      input: ({ options: { store, 'page-size': pageSize, ...others } }) => ({ ...others, storeId: store, pageSize }),
    },
    saveTillSettings: { input: ({ options }) => readJsonFile(String(options.settings)) },
  },
})

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

/** Writes a new file that only this user may read; none is left if that fails. */
async function writeFile<Result>(
  path: string,
  write: (to: (content: string | Uint8Array) => void) => Promise<Result>,
): Promise<Result> {
  const file = create(path)
  try {
    return await write(content => writeFileSync(file, content))
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function create(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new CommandError(`${path} exists already. Name a new file.`)
    throw new CommandError(`${path} can't be written (${reasonOf(error)}). Name a file in a folder that is there.`)
  }
}

/** The `webhook` command: tells merchants' own systems what happens, as `/admin` does. */
export const webhookCommand = actCommand({
  name: 'webhook',
  remark: `\`add\` and \`secret\` show the secret once. Types of events, separated by commas: ${eventTypes.join(', ')}. Set WEBHOOK_KEY,
WEBHOOK_ALLOW, and DATABASE_URL or DATA_DIR, as for the service, which sees changes within a second.`,
  acts: Object.values(webhookActs),
  open: ({ config: { webhookAllow, webhookKeys } }) => ({
    queue: { wake: () => {} },
    webhooks: { allowed: readAllowedHosts(webhookAllow), seal: openSecretSeal(webhookKeys) },
  }),
  forms: {
    addWebhook: {
      input: ({ options: { url, events, 'customer-data': customerData } }) => ({
        ...{ url, events: listOf(events), customerData },
      }),
    },
    changeWebhook: {
      input: ({ options: { url, events, on, off, 'customer-data': with_, 'no-customer-data': without } }) => ({
        ...{ url, events: listOf(events) },
        customerData: with_ || without ? !without : undefined,
        active: on || off ? !off : undefined,
      }),
    },
    redeliverWebhook: { input: ({ options: { message, since, until } }) => ({ messageId: message, since, until }) },
  },
})
