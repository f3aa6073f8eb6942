import { z } from 'zod'
import { check } from '../../errors/check.ts'
import { addOffer } from '../../merchants/add-offer.ts'
import type { Merchants } from '../../merchants/merchants.ts'
import { type Offers, offerInput, shownOffer } from '../../merchants/offers.ts'
import type { Log } from '../../monitoring/log.ts'
import { readBody } from '../body.ts'
import { errors } from '../errors/error-response.ts'
import type { Operation } from '../operation.ts'
import { merchantOf } from './merchants.ts'

const storedOffer = offerInput.extend({ id: z.string().describe('For removing it.') }).meta({ id: 'StoredOffer' })

export interface OfferOptions {
  merchants: Merchants
  offers: Offers
  log: Log
}

/** The `/admin` operations for offers. */
export function offerOperations({ merchants, offers, log }: OfferOptions): Operation[] {
  return [
    {
      id: 'listOffers',
      method: 'GET',
      path: '/admin/merchants/{merchantId}/offers',
      tag: 'Administration',
      summary: 'List a merchant’s offers',
      security: 'admin',
      outcomes: {
        200: { description: 'All offers except removed ones', schema: z.array(storedOffer) },
        404: { description: 'There is no such merchant' },
      },
      async handle({ params }) {
        const { id } = await merchantOf(merchants, params.merchantId)
        return { status: 200, json: (await offers.list(id)).map(shownOffer) }
      },
    },
    {
      id: 'addOffer',
      method: 'POST',
      path: '/admin/merchants/{merchantId}/offers',
      tag: 'Administration',
      summary: 'Add an offer',
      description: 'It is included in its stores’ responses and mails between its start and end.',
      security: 'admin',
      scope: 'settings',
      body: offerInput,
      outcomes: {
        201: { description: 'The offer', schema: storedOffer },
        404: { description: 'There is no such merchant' },
      },
      async handle({ params, body }) {
        const { id } = await merchantOf(merchants, params.merchantId)
        const added = await addOffer(offers, id, check(offerInput, readBody(body)))
        log.info('An administrator added an offer', { merchantId: id, offerId: added.id })
        return { status: 201, json: shownOffer(added), audit: { target: added.id } }
      },
    },
    {
      id: 'removeOffer',
      method: 'DELETE',
      path: '/admin/merchants/{merchantId}/offers/{offerId}',
      tag: 'Administration',
      summary: 'Remove an offer',
      description: 'Receipts sent with it keep it.',
      security: 'admin',
      scope: 'settings',
      outcomes: {
        204: { description: 'The offer is removed' },
        404: { description: 'The merchant has no such offer' },
      },
      async handle({ params }) {
        const { id } = await merchantOf(merchants, params.merchantId)
        const offerId = params.offerId ?? ''
        if (!(await offers.remove(id, offerId))) throw errors.notFound()
        log.info('An administrator removed an offer', { merchantId: id, offerId })
        return { status: 204, audit: { target: offerId } }
      },
    },
  ]
}
