import type { SoldToData } from '../../receipt/data/party-data.ts'
import { isPresent, phoneCountry, phrase, type ViewContext } from '../presenting.ts'
import type { PartyView } from '../receipt-view.ts'

/** A buyer's name and number, address and phones, a line each. */
export function presentSoldTo(p: ViewContext, soldTo: SoldToData | undefined): PartyView | undefined {
  if (!soldTo) return undefined
  const { t, f, isolate } = p
  const lines = [
    phrase([
      soldTo.customerName && isolate.words(soldTo.customerName),
      soldTo.customerNumber && t('parties.customerNumber', { number: isolate.code(soldTo.customerNumber) }),
    ]),
    ...f.address(soldTo.address).map(isolate.words),
    ...[soldTo.telephone1, soldTo.telephone2].map(phone => {
      const shown = f.phone(phone, phoneCountry(soldTo.address, p))
      return shown && isolate.code(shown)
    }),
  ].filter(line => line !== undefined && line !== '')
  return lines.length ? { title: t('parties.soldTo'), lines: lines as string[], text: phrase(lines) ?? '' } : undefined
}

/** The email address and phone that the customer gave at the till. */
export function presentCustomer({ receipt, t, f, isolate, country }: ViewContext): PartyView | undefined {
  const phone = f.phone(receipt.customer?.telephone, country)
  const { emailAddress } = receipt.customer ?? {}
  const lines = [emailAddress, phone].filter(isPresent).filter(line => line !== '')
  return lines.length
    ? {
        // The receipt went to the address, and to no phone.
        title: t(emailAddress && !phone ? 'parties.sentTo' : 'parties.customer'),
        lines: lines.map(isolate.code),
        text: phrase(lines.map(isolate.code)) ?? '',
      }
    : undefined
}
