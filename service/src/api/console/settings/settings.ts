import { readFileSync } from 'node:fs'
import { CounterfoilError } from 'counterfoil'
import { z } from 'zod'
import { check } from '../../../errors/check.ts'
import { InvalidInputError } from '../../../errors/errors.ts'
import { addOffer } from '../../../merchants/add-offer.ts'
import type { Engines } from '../../../merchants/engines.ts'
import { type MerchantSettings, merchantInput, merchantSettings } from '../../../merchants/merchant-settings.ts'
import type { Merchant, Merchants } from '../../../merchants/merchants.ts'
import { type Offers, offerInput, shownOffer } from '../../../merchants/offers.ts'
import { saveMerchant } from '../../../merchants/save-merchant.ts'
import type { Log } from '../../../monitoring/log.ts'
import type { Receipts } from '../../../receipts/receipts.ts'
import { storedOptions } from '../../../receipts/stored-document.ts'
import { readBody } from '../../body.ts'
import { errors } from '../../errors/error-response.ts'
import type { Operation } from '../../operation.ts'
import { framed } from '../documents.ts'
import { consoleOperation } from '../operation.ts'

/**
 * What only the service's operator changes: a template folder may be another merchant's, and a sender's address speaks for a
 * domain.
 */
const operatorsOnly = (settings: MerchantSettings): MerchantSettings => {
  const { templates, sender, cardData, pictures } = settings
  return {
    ...(templates !== undefined && { templates }),
    ...(cardData !== undefined && { cardData }),
    ...(pictures && { pictures }),
    ...(sender?.address !== undefined && { sender: { address: sender.address } }),
  }
}

const settingsInput = z.strictObject({ name: merchantInput.shape.name, settings: merchantSettings })

const draft = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})

const previewForm = z.object({ settings: draft.pipe(merchantSettings) })

export interface SettingsOptions {
  merchants: Merchants
  engines: Engines
  receipts: Receipts
  offers: Offers
  /** Sender for merchants without their own. */
  mailFrom: string
  log: Log
}

/** The merchant's settings and offers, with a preview on its newest receipt, or on a sample. */
export function settingsOperations(options: SettingsOptions): Operation[] {
  const { engines, receipts, offers, mailFrom, log } = options
  return [
    {
      ...consoleOperation('readSettings', 'GET', '/settings', 'Read the settings'),
      role: 'admin',
      handle: async ({ merchant: { name, settings } }) => ({ status: 200, json: { name, settings, mailFrom } }),
    },
    {
      ...consoleOperation('saveSettings', 'PUT', '/settings', 'Save the settings'),
      role: 'admin',
      async handle({ merchant, body }) {
        const { name, settings } = check(settingsInput, readBody(body))
        const { merchant: saved, warning } = await saveMerchant(options, merchant.id, {
          name,
          active: merchant.active,
          settings: withOperators(merchant, settings),
        })
        // Fonts are the operator's matter, and the shop's people can't install any.
        if (warning !== undefined) log.warn(warning, { merchantId: merchant.id })
        const json = { name: saved.name, settings: saved.settings, mailFrom }
        return { status: 200, json, audit: { detail: { version: saved.version } } }
      },
    },
    {
      ...consoleOperation('previewSettings', 'POST', '/preview', 'The newest receipt with settings that aren’t saved'),
      role: 'admin',
      recorded: false,
      isForm: true,
      async handle({ merchant, body }) {
        const { settings } = check(previewForm, Object.fromEntries(new URLSearchParams(body)))
        const all = { merchantId: merchant.id, from: 0, to: 8.64e15, transactionNumbers: [] }
        const [newest] = (await receipts.page(all, 1, 1)).receipts
        const receipt = newest && (await receipts.find(merchant.id, newest.id))
        const page = await engines
          .preview(withOperators(merchant, settings), engine =>
            receipt ? engine.html(receipt.api_request, storedOptions(receipt, [])) : engine.html(sampleReceipt()),
          )
          .catch(refuseUnworkable)
        return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...framed }, body: page }
      },
    },
    {
      ...consoleOperation('listShownOffers', 'GET', '/offers', 'List offers'),
      role: 'admin',
      handle: async ({ merchant }) => ({ status: 200, json: (await offers.list(merchant.id)).map(shownOffer) }),
    },
    {
      ...consoleOperation('makeOffer', 'POST', '/offers', 'Add an offer'),
      role: 'admin',
      async handle({ merchant, body }) {
        const added = await addOffer(offers, merchant.id, check(offerInput, readBody(body)))
        return { status: 201, json: shownOffer(added), audit: { target: added.id } }
      },
    },
    {
      ...consoleOperation('dropOffer', 'DELETE', '/offers/{offerId}', 'Remove an offer'),
      role: 'admin',
      async handle({ merchant, params: { offerId = '' } }) {
        if (!(await offers.remove(merchant.id, offerId))) throw errors.notFound()
        return { status: 204, audit: { target: offerId } }
      },
    },
  ]
}

/** One of the engine's samples, for shops whose tills have sent nothing yet. */
function sampleReceipt(): string {
  return readFileSync(
    new URL('fixtures/pharmacy/receipt.json', import.meta.resolve('counterfoil/package.json')),
    'utf8',
  )
}

function withOperators(merchant: Merchant, settings: MerchantSettings): MerchantSettings {
  const { templates, cardData, pictures, sender, ...own } = settings
  const kept = operatorsOnly(merchant.settings)
  const both = { ...(sender?.name !== undefined && { name: sender.name }), ...kept.sender }
  return { ...own, ...kept, ...(Object.keys(both).length > 0 && { sender: both }) }
}

function refuseUnworkable(error: unknown): never {
  if (!(error instanceof CounterfoilError)) throw error
  throw new InvalidInputError({ settings: [{ code: error.code, message: error.message }] })
}
