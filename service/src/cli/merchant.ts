import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { engineVersion } from '../basics/versions.ts'
import { openDatabase } from '../database/database.ts'
import { mayBeThere, nameOf, placeOf } from '../database/place.ts'
import { check } from '../errors/check.ts'
import { InvalidInputError } from '../errors/invalid-input.ts'
import { StartError } from '../errors/start-error.ts'
import { addOffer } from '../merchants/add-offer.ts'
import { createApiKeys } from '../merchants/api-keys.ts'
import { createAppearances } from '../merchants/appearances.ts'
import { createEngines } from '../merchants/engines.ts'
import { merchantId, merchantInput } from '../merchants/merchant-settings.ts'
import { createMerchants } from '../merchants/merchants.ts'
import { createOffers, offerInput } from '../merchants/offers.ts'
import { saveMerchant } from '../merchants/save-merchant.ts'
import { readConfig } from '../settings/config.ts'

const usage = `counterfoil-service merchant list
counterfoil-service merchant show <id>
counterfoil-service merchant save <id> --name <name> [--settings <file.json>] [--inactive]
counterfoil-service merchant key <id> [--label <text>]        creates an API key and shows it once
counterfoil-service merchant keys <id>
counterfoil-service merchant revoke <id> <keyId>
counterfoil-service merchant offer <id> --file <offer.json>
counterfoil-service merchant offers <id>
counterfoil-service merchant remove-offer <id> <offerId>

Set DATABASE_URL or DATA_DIR as for the service. A running service sees changes within a second.
`

/** Where a command writes: results for programs to stdout, remarks for people to stderr. */
export interface CommandOutput {
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
}

/**
 * The `merchant` command: what `/admin` does, directly on the database. Only `save` creates a missing database; the
 * others report it. Returns the exit code.
 *
 * @throws StartError if the settings or the database are unusable
 */
export async function merchantCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { stdout: output, stderr }: CommandOutput,
): Promise<number> {
  const { values, positionals } = readArgs(args)
  const [action = 'help', id = '', other = ''] = positionals
  if (action === 'help') {
    output.write(usage)
    return 0
  }
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

  const actions: Record<string, () => Promise<void>> = {
    list: async () => show((await merchants.list()).map(({ id, name, active }) => ({ id, name, active }))),
    show: async () => show(await known()),
    async save() {
      const before = await merchants.find(check(z.object({ id: merchantId }), { id }).id)
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
    const run = actions[action]
    if (!run) throw new CommandError(`Unknown action "${action}".\n\n${usage}`)
    await run()
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

function readArgs(args: readonly string[]) {
  try {
    return parse(args)
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`, { cause: error })
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      settings: { type: 'string' },
      inactive: { type: 'boolean' },
      label: { type: 'string' },
      file: { type: 'string' },
    },
  })
}

function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new CommandError(`${path}: can't be read as JSON; give the path of a JSON file.`)
  }
}

function problemsOf({ message, fields }: InvalidInputError): string {
  const lines = Object.entries(fields).flatMap(([path, list]) => list.map(problem => `  ${path}: ${problem.message}`))
  return [message, ...lines].join('\n')
}
