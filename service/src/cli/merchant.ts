import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { engineVersion } from '../basics/versions.ts'
import { createPeople, NameTakenError, nameKey, personName } from '../console/people.ts'
import { roles } from '../console/roles.ts'
import { check } from '../errors/check.ts'
import { reasonOf } from '../errors/fault.ts'
import { addOffer } from '../merchants/add-offer.ts'
import { createApiKeys } from '../merchants/api-keys.ts'
import { createAppearances } from '../merchants/appearances.ts'
import { createEngines } from '../merchants/engines.ts'
import { merchantId, merchantInput } from '../merchants/merchant-settings.ts'
import { createMerchants } from '../merchants/merchants.ts'
import { createOffers, offerInput, shownOffer } from '../merchants/offers.ts'
import { saveMerchant } from '../merchants/save-merchant.ts'
import type { CommandForm } from './arguments.ts'
import { knownMerchant } from './known-merchant.ts'
import { CommandError, type CommandOutput, runCommand, type Surroundings } from './run-command.ts'

const form = {
  name: 'merchant',
  actions: {
    list: '',
    show: '<id>',
    save: '<id> [--name <name>] [--settings <file.json>] [--inactive]',
    key: '<id> [--label <text>]',
    keys: '<id>',
    revoke: '<id> <keyId>',
    offer: '<id> --file <offer.json>',
    offers: '<id>',
    'remove-offer': '<id> <offerId>',
    user: '<id> <name> --role <view|desk|admin>',
    users: '<id>',
    'remove-user': '<id> <name>',
  },
  options: {
    name: { type: 'string' },
    settings: { type: 'string' },
    inactive: { type: 'boolean' },
    label: { type: 'string' },
    file: { type: 'string' },
    role: { type: 'string' },
  },
  remark:
    'A new merchant needs --name. `key` shows the new key once, `user` the password for the console; again, it gives a new one. Set DATABASE_URL or DATA_DIR as for the service. A running service sees changes within a second.',
} as const satisfies CommandForm<string>

type Action = keyof typeof form.actions

/**
 * The `merchant` command: what `/admin` does, directly on the database. Only `save` creates a missing database; the
 * others report it. Returns the exit code.
 *
 * @throws StartError if the settings or the database are unusable, UsageError if the command is typed wrong
 */
export function merchantCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  return runCommand<Action>(
    form,
    args,
    environment,
    output,
    async ({ action, words: [id = '', other = ''], values }, surroundings) => {
      const name = acts[action]
      const asked = { id, other, values, output }
      if (name === undefined) return void (await manage(action, asked, surroundings))
      const entry = { action: name, merchantId: id, ...(other !== '' && { target: other }) }
      await surroundings.act(entry, async tell => {
        const target = await manage(action, asked, surroundings)
        if (target !== undefined) tell({ target })
      })
    },
    action => action === 'save',
  )
}

/** What the audit trail calls the actions that change something. */
const acts: Partial<Record<Action, string>> = {
  save: 'saveMerchant',
  key: 'issueKey',
  revoke: 'revokeKey',
  offer: 'addOffer',
  'remove-offer': 'removeOffer',
  user: 'savePerson',
  'remove-user': 'removePerson',
}

interface Asked {
  id: string
  /** The id of a key or offer. */
  other: string
  values: Readonly<Record<string, string | boolean | undefined>>
  output: CommandOutput
}

/** Runs an action; returns the id of what it made, if it has one. */
async function manage(
  action: Action,
  { id, other, values, output }: Asked,
  { config, database: { db }, show }: Surroundings,
): Promise<string | undefined> {
  const appearances = createAppearances(db, config.templatesDir, Date.now)
  const merchants = createMerchants(db, appearances, Date.now)
  const apiKeys = createApiKeys(db, Date.now)
  const offers = createOffers(db, Date.now)
  const people = createPeople(db, Date.now)
  const known = () => knownMerchant(merchants, id)

  switch (action) {
    case 'list':
      show((await merchants.list()).map(({ id, name, active }) => ({ id, name, active })))
      return undefined
    case 'show':
      show(await known())
      return undefined
    case 'save': {
      const before = await merchants.find(check(z.object({ id: merchantId }), { id }).id)
      if (values.name === undefined && !before)
        throw new CommandError(`The merchant "${id}" is new; name it with --name <name>.`)
      const input = {
        name: values.name ?? before?.name,
        active: !values.inactive,
        settings: values.settings === undefined ? before?.settings : readJsonFile(String(values.settings)),
      }
      const engines = createEngines({ ...config, appearances, engineVersion })
      try {
        const { merchant, warning } = await saveMerchant({ merchants, engines }, id, check(merchantInput, input))
        show(merchant)
        if (warning !== undefined) output.stderr.write(`${warning}\n`)
      } finally {
        await engines.close()
      }
      return undefined
    }
    case 'key': {
      const { key, secret } = await apiKeys.issue((await known()).id, String(values.label ?? ''))
      output.stdout.write(`${key.id}:${secret}\n`)
      return key.id
    }
    case 'keys':
      show(await apiKeys.list((await known()).id))
      return undefined
    case 'revoke':
      found(await apiKeys.revoke((await known()).id, other), 'key')
      return undefined
    case 'offer': {
      const added = await addOffer(offers, (await known()).id, check(offerInput, readJsonFile(String(values.file))))
      show(shownOffer(added))
      return added.id
    }
    case 'offers':
      show((await offers.list((await known()).id)).map(shownOffer))
      return undefined
    case 'remove-offer':
      found(await offers.remove((await known()).id, other), 'offer')
      return undefined
    case 'user': {
      const { name, role } = check(personInput, { name: other, role: values.role })
      const { person, password } = await people.save((await known()).id, name, role).catch(refuseTaken)
      output.stdout.write(`${password}\n`)
      return person.name
    }
    case 'users':
      show(await people.list((await known()).id))
      return undefined
    case 'remove-user': {
      const found = (await people.list((await known()).id)).find(({ name }) => name === nameKey(other))
      if (!found) throw new CommandError(`Nobody named "${other}" may sign in. "merchant users ${id}" lists who may.`)
      await people.remove(id, found.id)
      return found.name
    }
  }

  function found(isFound: boolean, what: string): void {
    if (!isFound) throw new CommandError(`The merchant has no active ${what} "${other}".`)
  }
}

const personInput = z.object({ name: personName, role: z.enum(roles, `must be one of ${roles.join(', ')}`) })

function refuseTaken(error: unknown): never {
  if (error instanceof NameTakenError)
    throw new CommandError("The name is another merchant's. Add the shop's name to it.")
  throw error
}

function readJsonFile(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandError(`${path} can't be read (${reasonOf(error)}). Give the path of a JSON file.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${path} isn't JSON.`)
  }
}
