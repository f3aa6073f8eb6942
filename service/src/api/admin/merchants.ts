import { z } from 'zod'
import { check } from '../../errors/check.ts'
import type { Engines } from '../../merchants/engines.ts'
import { merchantId, merchantInput, merchantSettings } from '../../merchants/merchant-settings.ts'
import type { Merchant, Merchants } from '../../merchants/merchants.ts'
import { saveMerchant } from '../../merchants/save-merchant.ts'
import type { Log } from '../../monitoring/log.ts'
import { readBody } from '../body.ts'
import { errors } from '../errors/error-response.ts'
import type { Operation } from '../operation.ts'

const merchant = z
  .object({
    id: z.string().describe('The merchant’s id in paths.'),
    name: z.string().describe('The name that mails are from, unless settings say another.'),
    active: z.boolean().describe('Inactive merchants get a 403.'),
    settings: merchantSettings,
    version: z.number().describe('Grows with every change.'),
  })
  .meta({ id: 'Merchant' })

const saved = merchant
  .extend({
    warning: z.string().optional().describe('What works, but not as it should, such as a language without a font.'),
  })
  .meta({ id: 'SavedMerchant' })

/** The merchant in an `/admin` path. @throws HttpError 404 */
export async function merchantOf(merchants: Merchants, id: string | undefined): Promise<Merchant> {
  const found = await merchants.find(id ?? '')
  if (!found) throw errors.notFound()
  return found
}

/** The `/admin` operations for merchants. */
export function merchantOperations(options: { merchants: Merchants; engines: Engines; log: Log }): Operation[] {
  const { merchants, log } = options
  return [
    {
      id: 'listMerchants',
      method: 'GET',
      path: '/admin/merchants',
      tag: 'Administration',
      summary: 'List merchants',
      security: 'admin',
      outcomes: { 200: { description: 'All merchants', schema: z.array(merchant) } },
      handle: async () => ({ status: 200, json: await merchants.list() }),
    },
    {
      id: 'getMerchant',
      method: 'GET',
      path: '/admin/merchants/{merchantId}',
      tag: 'Administration',
      summary: 'Get a merchant',
      security: 'admin',
      outcomes: {
        200: { description: 'The merchant', schema: merchant },
        404: { description: 'There is no such merchant' },
      },
      handle: async ({ params }) => ({ status: 200, json: await merchantOf(merchants, params.merchantId) }),
    },
    {
      id: 'saveMerchant',
      method: 'PUT',
      path: '/admin/merchants/{merchantId}',
      tag: 'Administration',
      summary: 'Create or update a merchant',
      description: 'The body replaces everything saved before. Settings that can’t work are rejected.',
      security: 'admin',
      scope: 'settings',
      body: merchantInput,
      outcomes: { 200: { description: 'The saved merchant', schema: saved } },
      async handle({ params, body }) {
        const { merchantId: id } = check(z.object({ merchantId }), params)
        const { merchant, warning } = await saveMerchant(options, id, check(merchantInput, readBody(body)))
        const { version, active } = merchant
        log.info(`An administrator saved a merchant, ${active ? 'active' : 'inactive'}`, { merchantId: id })
        if (warning !== undefined) log.warn(warning, { merchantId: id })
        const json = { ...merchant, ...(warning !== undefined && { warning }) }
        return { status: 200, json, audit: { detail: { version, active } } }
      },
    },
  ]
}
