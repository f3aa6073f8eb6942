import { wordJoiner } from '../../locale/format/one-piece.ts'
import type { MessageKey } from '../../locale/words/messages.ts'
import { aFlag, aText, checkOptions, type KnownOptions } from '../../options/check-options.ts'
import { parseDateTime } from '../../standards/iso8601.ts'
import { checkPattern, filledPattern } from '../../standards/url.ts'
import { inOneLine, type ViewContext } from '../presenting.ts'
import type { LinkView } from '../receipt-view.ts'

/**
 * What a customer can do with a receipt: each link shows if its address is given. Addresses are http or https. They may contain
 * `{transactionNumber}`, `{storeId}`, `{storeName}` and `{storeAddress}` behind their host, which each receipt fills in,
 * percent-encoded.
 */
export interface ReceiptLinks {
  /** The receipt in a browser. */
  page?: string | undefined
  /** The receipt as a PDF. */
  pdf?: string | undefined
  /** A calendar file of the pickup or delivery. */
  calendar?: string | undefined
  /** Where a return begins. */
  returns?: string | undefined
  /** The store on a map: `https://maps.example.com/?q={storeAddress}`. */
  map?: string | undefined
  /** Whether to link the store's phone number. Default false. */
  call?: boolean | undefined
}

/** @throws OptionError if a link has an unknown name, isn't an address, or has a placeholder in its host or one that no receipt fills */
export function checkLinks(links: ReceiptLinks | undefined): void {
  if (links === undefined) return
  checkOptions('links', links, known)
  for (const [name, address] of Object.entries(links))
    if (typeof address === 'string') checkPattern(`links.${name}`, address, placeholders)
}

/** What to do with the receipt itself, below its code. */
export function presentReceiptLinks(p: ViewContext, links: ReceiptLinks = {}): LinkView[] {
  const fill = filler(p)
  return shown(p, [
    ['links.returns', p.ledger.kind === 'payment-link' ? undefined : links.returns && fill(links.returns)],
    ['links.pdf', links.pdf && fill(links.pdf)],
    ['links.page', links.page && fill(links.page)],
  ])
}

/** The receipt in a browser, if it has an address there. */
export function pageAddress(p: ViewContext, { page }: ReceiptLinks = {}): string | undefined {
  return page && filler(p)(page)
}

/** What to do with the store and the handover, below where and when that is. */
export function presentStoreLinks(p: ViewContext, links: ReceiptLinks = {}): LinkView[] {
  const fill = filler(p)
  const { telephone } = p.receipt.workstation.store
  return shown(p, [
    ['links.map', links.map && fill(links.map)],
    ['links.calendar', links.calendar && isPlanned(p) ? fill(links.calendar) : undefined],
    ['links.call', links.call ? p.f.phoneHref(telephone, p.country) : undefined],
  ])
}

/** Whether a pickup or delivery has a time that a calendar can have. */
function isPlanned({ receipt: { deliveryPickup, orders = [] } }: ViewContext): boolean {
  return [deliveryPickup, ...orders.map(order => order.deliveryPickup)].some(
    fulfilment => fulfilment?.dateTime !== undefined && parseDateTime(fulfilment.dateTime) !== undefined,
  )
}

function shown({ t }: ViewContext, links: readonly (readonly [MessageKey, string | undefined])[]): LinkView[] {
  return links.flatMap(([key, url]) => (url ? [{ text: t(key), url }] : []))
}

const known: KnownOptions<ReceiptLinks> = {
  page: aText,
  pdf: aText,
  calendar: aText,
  returns: aText,
  map: aText,
  call: aFlag,
}
const placeholders = ['transactionNumber', 'storeId', 'storeName', 'storeAddress'] as const

/** Fills an address's placeholders; undefined if this receipt doesn't have one of them. */
function filler({ receipt, f }: ViewContext): (pattern: string) => string | undefined {
  const { id, name, address } = receipt.workstation.store
  const values: Record<(typeof placeholders)[number], () => string> = {
    transactionNumber: () => receipt.transactionNumber,
    storeId: () => id,
    storeName: () => name,
    storeAddress: () => inOneLine(f.address(address), f).replaceAll('\u00a0', ' ').replaceAll(wordJoiner, ''),
  }
  return pattern => filledPattern(pattern, key => values[key as keyof typeof values]())
}
