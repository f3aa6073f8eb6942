import { createAppearances } from '../merchants/appearances.ts'
import { createMerchants, type Merchant, type Merchants } from '../merchants/merchants.ts'
import { CommandError, type Surroundings } from './run-command.ts'

/** The merchants that a command works on. */
export function merchantsOf({ config, database: { db } }: Surroundings): Merchants {
  return createMerchants(db, createAppearances(db, config.templatesDir, Date.now), Date.now)
}

/**
 * The merchant that was named.
 *
 * @throws CommandError if there is none
 */
export async function knownMerchant(merchants: Merchants, id: string): Promise<Merchant> {
  const merchant = await merchants.find(id)
  if (!merchant) throw new CommandError(`There is no merchant "${id}". "merchant list" shows all merchants.`)
  return merchant
}
