import type { ActContext } from '../acts/act.ts'
import { webhookActs } from '../acts/delivery/webhooks.ts'
import { fleetActs } from '../acts/fleet.ts'
import { keyActs } from '../acts/merchants/keys.ts'
import { merchantActs } from '../acts/merchants/merchants.ts'
import { offerActs } from '../acts/merchants/offers.ts'
import { templateActs } from '../acts/merchants/templates.ts'
import { administrationActs } from '../acts/people/administration.ts'
import { peopleActs } from '../acts/people/people.ts'
import { readAllowedHosts } from '../basics/public-addresses.ts'
import { eventTypes } from '../delivery/webhooks/payload.ts'
import { openSecretSeal } from '../delivery/webhooks/secrets.ts'
import { createEngines } from '../merchants/engines.ts'
import { findMerchant, type Merchant } from '../merchants/merchants.ts'
import { createExaminer } from '../merchants/templates/examiner.ts'
import { type AdminScope, adminScopes } from '../people/admin-tokens.ts'
import { listPeople, nameKey } from '../people/people.ts'
import { actCommand, listOf, readJsonFile } from './act-command.ts'
import { readTemplates } from './read-templates.ts'
import { type Arguments, CommandError, UsageError } from './run-command.ts'
import { writeFile } from './write-file.ts'

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

function keyTyped({ options: { label, scope, stores } }: Arguments) {
  return { label, scopes: listOf(scope), stores: listOf(stores) }
}

async function personNamed({ words: { name = '' } }: Arguments, { db, merchantId }: ActContext): Promise<string> {
  const found = (await listPeople(db, merchantId)).find(person => person.name === nameKey(name))
  if (found) return found.id
  throw new CommandError(`Nobody named "${name}" may sign in. "merchant users ${merchantId}" lists who may.`)
}

function scopesOf(text: string): AdminScope[] {
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !adminScopes.includes(name as AdminScope))
  if (unknown !== undefined)
    throw new UsageError(`There is no scope "${unknown}"; there are ${adminScopes.join(', ')}.`)
  return names as AdminScope[]
}
