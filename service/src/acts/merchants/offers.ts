import { CounterfoilError, createEngine, type ReceiptInput } from 'counterfoil'
import type { Offer } from 'counterfoil/internal'
import { z } from 'zod'
import { InvalidInputError } from '../../basics/errors/errors.ts'
import {
  addOffer,
  isImage,
  listOffers,
  type OfferInput,
  offerInput,
  pictureOf,
  removeOffer,
  shownOffer,
} from '../../merchants/offers.ts'
import { act, UnknownTargetError } from '../act.ts'

const storedOffer = offerInput.extend({ id: z.string().describe('For removing it.') }).meta({ id: 'StoredOffer' })

/** The acts on the offers that a merchant's receipts show. */
export const offerActs = {
  listOffers: act({
    id: 'listOffers',
    at: 'GET /merchants/{merchantId}/offers',
    access: { admin: 'read', console: 'manager', command: 'merchant offers <merchant>' },
    summary: 'List a merchant’s offers',
    outcomes: { 200: { description: 'All offers except removed ones', schema: z.array(storedOffer) } },
    run: async ({ db, merchant }) => (await listOffers(db, merchant.id)).map(shownOffer),
  }),

  addOffer: act({
    id: 'addOffer',
    alias: 'makeOffer',
    at: 'POST /merchants/{merchantId}/offers',
    access: { admin: 'settings', console: 'manager', command: 'merchant offer <merchant> --file <offer.json>' },
    summary: 'Add an offer',
    description: 'It is included in its stores’ responses and mails between its start and end.',
    input: offerInput,
    outcomes: { 201: { description: 'The offer', schema: storedOffer } },
    async run({ db, now, merchant }, offer) {
      await refuseUnshowable(offer)
      return shownOffer(await addOffer(db, merchant.id, offer, now()))
    },
    audit: (_offer, _context, result) => ({ target: result?.id }),
    report: ({ log, merchantId }, { id }) => log.info('An administrator added an offer', { merchantId, offerId: id }),
  }),

  removeOffer: act({
    id: 'removeOffer',
    alias: 'dropOffer',
    at: 'DELETE /merchants/{merchantId}/offers/{offerId}',
    access: { admin: 'settings', console: 'manager', command: 'merchant remove-offer <merchant> <offerId>' },
    summary: 'Remove an offer',
    description: 'Receipts sent with it keep it.',
    outcomes: {
      204: { description: 'The offer is removed' },
      404: { description: 'The merchant has no such offer' },
    },
    async run({ db, now, merchant, target }) {
      if (!(await removeOffer(db, merchant.id, target, now())))
        throw new UnknownTargetError(`The merchant has no active offer "${target}".`)
    },
    report: ({ log, merchantId, target }) =>
      log.info('An administrator removed an offer', { merchantId, offerId: target }),
  }),
}

/** @throws InvalidInputError that says why no receipt could show the offer */
async function refuseUnshowable({ offerContentType, content, picture, imageWidth }: OfferInput): Promise<void> {
  const isPicture = isImage(offerContentType)
  if (picture !== undefined && isPicture) throw refusedOffer('picture', 'must be left out, except for a text')
  if (imageWidth !== undefined && !isPicture && picture === undefined)
    throw refusedOffer('imageWidth', 'must be left out, except for an image')
  const width = isPicture && imageWidth !== undefined ? { imageWidth } : {}
  const text: Offer = { content, ...(offerContentType && { offerContentType }), ...width }
  try {
    const engine = await createEngine()
    engine.view(sample, { offers: picture === undefined ? [text] : [text, pictureOf(picture, imageWidth)] })
  } catch (error) {
    if (!(error instanceof CounterfoilError)) throw error
    const [place = '', at] = /^offers\[(\d)\]\.\w+: /.exec(error.message) ?? []
    throw refusedOffer(at === '1' ? 'picture' : 'content', error.message.slice(place.length), error.code)
  }
}

function refusedOffer(field: string, message: string, code: string | null = null): InvalidInputError {
  return new InvalidInputError({ [field]: [{ code, message }] })
}

/** A minimal receipt to test offers with. */
const sample: ReceiptInput = {
  workstation: { id: '1', store: { id: '1', name: 'Sample', address: {} } },
  receiptType: 'PaperOnly',
  transactionType: 'SaleTransaction',
  transactionNumber: '1',
  grandAmount: 0,
}
