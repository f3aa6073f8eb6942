import type { LoyaltyData, SoldToData } from '../../receipt/data/party-data.ts'
import { fact, isPresent, labeled, note, phoneCountry, phrase, shownDate, type ViewContext } from '../presenting.ts'
import type { LoyaltyView, PartyView } from '../receipt-view.ts'
import { holderOf } from './payment/tenders.ts'

/** A buyer's name and number, address and phones, a line each. */
export function presentSoldTo(p: ViewContext, soldTo: SoldToData): PartyView | undefined {
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

/** What is known of the customer: the membership, and the address and phone given at the till. */
export function presentCustomer(p: ViewContext): { loyalty: LoyaltyView | undefined; customer: PartyView | undefined } {
  const { loyalty } = p.receipt
  return { loyalty: loyalty && presentLoyalty(p, loyalty), customer: presentReached(p) }
}

/** The email address and phone that the customer gave at the till. */
function presentReached({ receipt, t, f, isolate, country }: ViewContext): PartyView | undefined {
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

/** The customer's membership: number, name, points and their expiration. */
function presentLoyalty(p: ViewContext, loyalty: LoyaltyData): LoyaltyView {
  const { t, f, isolate } = p
  const { number, customerName, balance, expirationDateTime } = loyalty
  const name = customerName && isolate.words(customerName)
  const points = fact(
    'points',
    t('loyalty.balance'),
    balance === undefined ? undefined : isolate.amount(f.number(balance)),
  )
  const expiry = fact(
    'pointsExpire',
    t('loyalty.expires'),
    expirationDateTime && shownDate(p, expirationDateTime, 'date'),
  )
  const remark = note(loyalty.misc, isolate)
  return {
    title: t('loyalty.title'),
    facts: [
      fact('member', t('loyalty.number'), isolate.code(number)),
      fact('memberName', t('loyalty.name'), name),
      points,
      expiry,
    ].filter(isPresent),
    phrase:
      phrase([isolate.code(number), isNamed(p, customerName) ? undefined : name, labeled(points), labeled(expiry)]) ??
      '',
    ...(remark && { note: remark }),
  }
}

/** Whether the details name the customer anyway: as buyer, or as whose card it was. */
function isNamed({ receipt }: ViewContext, customer: string | undefined): boolean {
  const { soldTo, orders = [], tenders = [] } = receipt
  const buyers = [soldTo, ...orders.map(order => order.soldTo)].map(buyer => buyer?.customerName)
  return [...buyers, ...tenders.map(holderOf)].includes(customer)
}
