import type { TenderInput } from '../../generated/receipt-input.ts'
import { type Decimal, isZero, numberOf, sum } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { amountIn, moneyOf, needMoney } from './money.ts'

/** A tender of an order, or a payment: that has its tip beside its amount. */
export function tenderOf(tender: Sent, options: OrderOptions): TenderInput {
  const isPayment = tender.has('source_type')
  const type = tender.text(isPayment ? 'source_type' : 'type') ?? 'OTHER'
  const details = tender.part('card_details')
  const card = details.part('card')
  const brand = card.text('card_brand')
  const later = tender.part('buy_now_pay_later_details')
  const wallet =
    tender.part('wallet_details').text('brand') ?? later.text('brand') ?? later.text('buy_now_pay_later_brand')
  const amount = isPayment ? needMoney(tender.part('total_money')) : needMoney(tender.part('amount_money'))
  const isGiftCard = brand === 'SQUARE_GIFT_CARD'
  return given<TenderInput>({
    tenderTypeCode: isGiftCard
      ? 'GiftCard'
      : (wallet ?? codes[type] ?? tender.part('external_details').text('type') ?? type),
    dateTime: localTime(tender.text('created_at'), options),
    amount: numberOf(type === 'CASH' ? (givenOf(tender) ?? amount) : amount),
    creditDebit:
      card.has('last_4') && !isGiftCard
        ? given({ typeCode: brands[brand ?? ''] ?? brand, last4Digits: card.text('last_4') ?? '' })
        : undefined,
    giftCard: isGiftCard ? givenAny({ accountNumber: card.text('last_4') }) : undefined,
    authorizationCode: details.text('auth_result_code'),
    emv: givenAny({ aid: details.text('application_identifier'), appLabel: details.text('application_name') }),
  })
}

const codes: Readonly<Record<string, string>> = {
  CARD: 'CreditDebit',
  THIRD_PARTY_CARD: 'CreditDebit',
  CASH: 'Cash',
  SQUARE_GIFT_CARD: 'GiftCard',
  BANK_ACCOUNT: 'BankTransfer',
  WALLET: 'MobilePayment',
  HOUSE_ACCOUNT: 'OnAccount',
}

const brands: Readonly<Record<string, string>> = { DISCOVER_DINERS: 'Diners Club', CHINA_UNIONPAY: 'UnionPay' }

/** What was given in cash, change and all. */
function givenOf(tender: Sent): Decimal | undefined {
  const cash = tender.part('cash_details')
  return moneyOf(cash.part('buyer_tendered_money')) ?? moneyOf(cash.part('buyer_supplied_money'))
}

/** The change of what was paid in cash; undefined if there is none. */
export function changeOf(tenders: readonly Sent[]): number | undefined {
  const change = sum(tenders.map(each => amountIn(each.part('cash_details'), 'change_back_money')))
  return isZero(change) ? undefined : numberOf(change)
}

/** Cash and cards that were read say that someone was there, where no device does. */
export function registerOf(order: Sent, payment: Sent) {
  const tenders = [...order.list('tenders'), payment]
  const isInPerson = tenders.some(
    each =>
      each.has('cash_details') ||
      /^(EMV|SWIPED|CONTACTLESS)$/.test(each.part('card_details').text('entry_method') ?? ''),
  )
  return { isInPerson, register: payment.part('device_details').text('device_name') }
}
