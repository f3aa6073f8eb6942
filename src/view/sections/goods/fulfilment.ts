import type { DeliveryPickupData } from '../../../receipt/data/party-data.ts'
import {
  fact,
  inOneLine,
  isPresent,
  note,
  phoneCountry,
  phrase,
  shownDate,
  type ViewContext,
} from '../../presenting.ts'
import type { FulfilmentView } from '../../receipt-view.ts'
import type { Handover } from './handover.ts'

/** Delivery or pickup: where and when. */
export function presentFulfilment(
  p: ViewContext,
  fulfilment: DeliveryPickupData | undefined,
  handover: Handover | undefined,
): FulfilmentView | undefined {
  if (!fulfilment) return undefined
  const { t, f, isolate } = p
  const country = phoneCountry(fulfilment.address, p)
  const phones = [fulfilment.phoneNumber1, fulfilment.phoneNumber2]
    .map(phone => f.phone(phone, country))
    .filter(isPresent)
  const where = inOneLine(f.address(fulfilment.address).map(isolate.words), f)
  const instructions = note(fulfilment.instructions, isolate)
  const facts = [
    fact('when', t('fulfilment.when'), fulfilment.dateTime && shownDate(p, fulfilment.dateTime, 'dateTime')),
    fact('where', t('fulfilment.where'), where),
    fact('phone', t('fulfilment.phone'), phrase(phones.map(isolate.code))),
  ].filter(isPresent)
  if (!facts.length && !instructions) return undefined
  return { title: t(`fulfilment.${handover ?? 'appointment'}`), facts, ...(instructions && { note: instructions }) }
}
