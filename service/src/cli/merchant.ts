import { engineVersion } from '../basics/versions.ts'
import { type PeopleParts, peopleActs } from '../console/acts.ts'
import { createPeople, nameKey } from '../console/people.ts'
import { type MerchantParts, merchantActs } from '../merchants/acts.ts'
import { createApiKeys } from '../merchants/api-keys.ts'
import { createAppearances } from '../merchants/appearances.ts'
import { createEngines, type Engines } from '../merchants/engines.ts'
import { type KeyParts, keyActs } from '../merchants/key-acts.ts'
import { createMerchants, type Merchant } from '../merchants/merchants.ts'
import { type OfferParts, offerActs } from '../merchants/offer-acts.ts'
import { createOffers } from '../merchants/offers.ts'
import { openLog } from '../monitoring/log.ts'
import { actCommand, readJsonFile } from './act-command.ts'
import { CommandError } from './run-command.ts'

/**
 * The `merchant` command: what `/admin` does, directly on the database. Only `save` creates a missing database; the
 * others report it.
 */
export const merchantCommand = actCommand<KeyParts & MerchantParts & OfferParts & PeopleParts>({
  name: 'merchant',
  remark:
    'A new merchant needs --name. `key` shows the new key once, `user` the password for the console; again, it gives a new one. Set DATABASE_URL or DATA_DIR as for the service. A running service sees changes within a second.',
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
    peopleActs.removePerson,
  ],
  open({ config, database: { db } }, closing) {
    const appearances = createAppearances(db, config.templatesDir, Date.now)
    let engines: Engines | undefined
    return {
      merchants: createMerchants(db, appearances, Date.now),
      apiKeys: createApiKeys(db, Date.now),
      offers: createOffers(db, Date.now),
      people: createPeople(db, Date.now),
      // Only saving needs them, and they read fonts.
      get engines() {
        engines ??= closing.adopt(createEngines({ ...config, appearances, engineVersion }), opened => opened.close())
        return engines
      },
      mailFrom: config.mailFrom,
      log: openLog('silent'),
      now: Date.now,
    }
  },
  forms: {
    listMerchants: {
      print: (merchants: Merchant[]) => merchants.map(({ id, name, active }) => ({ id, name, active })),
    },
    saveMerchant: {
      async input({ options: { name, settings, inactive } }, { merchants, merchantId }) {
        const before = await merchants.find(merchantId)
        if (name === undefined && !before)
          throw new CommandError(`The merchant "${merchantId}" is new; name it with --name <name>.`)
        return {
          name: name ?? before?.name,
          active: !inactive,
          settings: settings === undefined ? before?.settings : readJsonFile(String(settings)),
        }
      },
      print({ warning, ...merchant }, { stderr }) {
        if (warning !== undefined) stderr.write(`${warning}\n`)
        return merchant
      },
    },
    issueKey: { print: ({ credentials }) => credentials },
    addOffer: { input: ({ options }) => readJsonFile(String(options.file)) },
    savePerson: { print: ({ password }) => password },
    removePerson: {
      async target({ words: { name = '' } }, { people, merchantId }) {
        const found = (await people.list(merchantId)).find(person => person.name === nameKey(name))
        if (found) return found.id
        throw new CommandError(`Nobody named "${name}" may sign in. "merchant users ${merchantId}" lists who may.`)
      },
    },
  },
})
