import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { engineVersion } from '../basics/versions.ts'
import { openDatabase } from '../database/database.ts'
import { mayBeThere, nameOf, placeOf } from '../database/place.ts'
import { check } from '../errors/check.ts'
import { reasonOf } from '../errors/fault.ts'
import { InvalidInputError } from '../errors/invalid-input.ts'
import { addOffer } from '../merchants/add-offer.ts'
import { createApiKeys } from '../merchants/api-keys.ts'
import { createAppearances } from '../merchants/appearances.ts'
import { createEngines } from '../merchants/engines.ts'
import { merchantId, merchantInput } from '../merchants/merchant-settings.ts'
import { createMerchants } from '../merchants/merchants.ts'
import { createOffers, offerInput } from '../merchants/offers.ts'
import { saveMerchant } from '../merchants/save-merchant.ts'
import { readConfig } from '../settings/config.ts'
import { type MerchantAction, merchantUsage, readMerchantArguments } from './merchant-arguments.ts'

/** Where a command writes: results for programs to stdout, remarks for people to stderr. */
export interface CommandOutput {
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
}

/**
 * The `merchant` command: what `/admin` does, directly on the database. Only `save` creates a missing database; the
 * others report it. Returns the exit code.
 *
 * @throws StartError if the settings or the database are unusable, UsageError if the command is typed wrong
 */
export async function merchantCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { stdout: output, stderr }: CommandOutput,
): Promise<number> {
  const asked = readMerchantArguments(args)
  if (!asked) {
    output.write(merchantUsage)
    return 0
  }
  const { action, id, other, values } = asked
  const config = readConfig(environment, 'command')
  for (const warning of config.warnings) stderr.write(`${warning}\n`)
  const place = placeOf(config)
  stderr.write(`Database: ${nameOf(place)}${mayBeThere(place) ? '' : ' (not created yet)'}\n`)
  const database = await openDatabase(place, { allowRunning: true, mustExist: action !== 'save' })
  const { templatesDir } = config
  const appearances = createAppearances(database.db, templatesDir, Date.now)
  const merchants = createMerchants(database.db, appearances, Date.now)
  const apiKeys = createApiKeys(database.db, Date.now)
  const offers = createOffers(database.db, Date.now)
  const engines = createEngines({ templatesDir, appearances, engineVersion })
  const show = (value: unknown) => void output.write(`${JSON.stringify(value, null, 2)}\n`)

  const actions: Record<MerchantAction, () => Promise<void>> = {
    list: async () => show((await merchants.list()).map(({ id, name, active }) => ({ id, name, active }))),
    show: async () => show(await known()),
    async save() {
      const before = await merchants.find(check(z.object({ id: merchantId }), { id }).id)
      if (values.name === undefined && !before)
        throw new CommandError(`The merchant "${id}" is new; name it with --name <name>.`)
      const input = {
        name: values.name ?? before?.name,
        active: !values.inactive,
        settings: values.settings === undefined ? before?.settings : readJsonFile(values.settings),
      }
      show(await saveMerchant({ merchants, engines }, id, check(merchantInput, input)))
    },
    async key() {
      const { key, secret } = await apiKeys.issue((await known()).id, values.label ?? '')
      output.write(`${key.id}:${secret}\n`)
    },
    keys: async () => show(await apiKeys.list((await known()).id)),
    revoke: async () => done(await apiKeys.revoke((await known()).id, other), 'key'),
    async offer() {
      show(await addOffer(offers, (await known()).id, check(offerInput, readJsonFile(values.file ?? ''))))
    },
    offers: async () => show(await offers.list((await known()).id)),
    'remove-offer': async () => done(await offers.remove((await known()).id, other), 'offer'),
  }

  try {
    await actions[action]()
    return 0
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof InvalidInputError)) throw error
    stderr.write(`${error instanceof InvalidInputError ? problemsOf(error) : error.message}\n`)
    return 1
  } finally {
    await engines.close()
    await database.close()
  }

  async function known() {
    const merchant = await merchants.find(id)
    if (!merchant) throw new CommandError(`There is no merchant "${id}". "merchant list" shows all merchants.`)
    return merchant
  }

  function done(found: boolean, what: string): void {
    if (!found) throw new CommandError(`The merchant has no active ${what} "${other}".`)
  }
}

class CommandError extends Error {}

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

function problemsOf({ message, fields }: InvalidInputError): string {
  const lines = Object.entries(fields).flatMap(([path, list]) => list.map(problem => `  ${path}: ${problem.message}`))
  return [message, ...lines].join('\n')
}
