import { peopleActs } from '../console/acts.ts'
import { listPeople, nameKey } from '../console/people.ts'
import { merchantActs } from '../merchants/acts.ts'
import { createEngines } from '../merchants/engines.ts'
import { keyActs } from '../merchants/key-acts.ts'
import { findMerchant, type Merchant } from '../merchants/merchants.ts'
import { offerActs } from '../merchants/offer-acts.ts'
import { actCommand, readJsonFile } from './act-command.ts'
import { CommandError } from './run-command.ts'

/**
 * The `merchant` command: what `/admin` does, directly on the database. Only `save` creates a missing database; the
 * others report it.
 */
export const merchantCommand = actCommand({
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
      async input({ options: { name, settings, inactive } }, { db, merchantId }) {
        const before = await findMerchant(db, merchantId)
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
      async target({ words: { name = '' } }, { db, merchantId }) {
        const found = (await listPeople(db, merchantId)).find(person => person.name === nameKey(name))
        if (found) return found.id
        throw new CommandError(`Nobody named "${name}" may sign in. "merchant users ${merchantId}" lists who may.`)
      },
    },
  },
})
