import { CounterfoilError, createEngine, type ReceiptInput } from 'counterfoil'
import { InvalidInputError } from '../errors/errors.ts'
import { isImage, type OfferInput, type Offers, type StoredOffer } from './offers.ts'

/** Adds an offer if a receipt can show it. @throws InvalidInputError that says why it can't */
export async function addOffer(offers: Offers, merchantId: string, input: OfferInput): Promise<StoredOffer> {
  const { offerContentType, content, imageWidth } = input
  if (imageWidth !== undefined && !isImage(offerContentType))
    throw new InvalidInputError({ imageWidth: [{ code: null, message: 'must be left out, except for an image' }] })
  const offer = { content, ...(offerContentType && { offerContentType }), ...(imageWidth && { imageWidth }) }
  try {
    const engine = await createEngine()
    engine.view(sample, { offers: [offer] })
  } catch (error) {
    if (!(error instanceof CounterfoilError)) throw error
    const message = error.message.replace(/^offers\[0\]\.\w+: /, '')
    throw new InvalidInputError({ content: [{ code: error.code, message }] })
  }
  return offers.add(merchantId, input)
}

/** A minimal receipt to test offers with. */
const sample: ReceiptInput = {
  workstation: { id: '1', store: { id: '1', name: 'Sample', address: {} } },
  receiptType: 'PaperOnly',
  transactionType: 'SaleTransaction',
  transactionNumber: '1',
  grandAmount: 0,
}
