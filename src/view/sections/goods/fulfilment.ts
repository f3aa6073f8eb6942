import type { DeliveryPickupData } from '../../../receipt/data/party-data.ts'
import {
  fact,
  inOneLine,
  isPresent,
  joined,
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
  const address = f.address(fulfilment.address).map(isolate.words)
  const when = fulfilment.dateTime && shownDate(p, fulfilment.dateTime, 'dateTime')
  const title = t(`fulfilment.${handover ?? 'appointment'}`)
  const phone = phrase(phones.map(isolate.code))
  const instructions = note(fulfilment.instructions, isolate)
  const facts = [
    fact('when', t('fulfilment.when'), when),
    fact('where', t('fulfilment.where'), inOneLine(address, f)),
    fact('phone', t('fulfilment.phone'), phone),
  ].filter(isPresent)
  if (!facts.length && !instructions) return undefined
  return {
    title,
    facts,
    heading: when ? joined(title, when) : title,
    lines: phone ? [...address, phone] : address,
    ...(instructions && { note: instructions }),
  }
}
