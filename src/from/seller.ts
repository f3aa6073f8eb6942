import { OptionError } from '../errors.ts'
import type { ReceiptInput } from '../generated/receipt-input.ts'
import { onlineRegister, unnamedRegister } from '../receipt/data/party-data.ts'
import { parseDateTime } from '../standards/iso8601.ts'
import type { OrderWords } from './words.ts'

/** What an order doesn't say: who sold it, and where. */
export interface OrderOptions {
  /** The shop that heads the receipt: orders have its id at most. */
  store: ReceiptInput['workstation']['store']
  /** The register; default what the order says, or else `in-person` or `online`, which aren't printed. */
  register?: string
  /**
   * Where times are printed, as an IANA name such as `America/New_York`. Default: as sent, and most platforms send UTC.
   */
  timeZone?: string
  /** What is said where an order has no name for something, such as `{ shipping: 'Versand' }`; default English. */
  words?: OrderWords
}

/** Without types, the store is easily forgotten. @throws OptionError without one */
export function needStore(options: OrderOptions, converter: string): void {
  const store: unknown = (options as OrderOptions | undefined)?.store
  if (typeof store === 'object' && store !== null) return
  throw new OptionError(
    `store: must be an object, for orders don’t say who sold them: ${converter}(order, { store: { id: '12', name: 'Maple & Main', address: { … } } })`,
  )
}

/** Where the order was rung up, as far as it says: at which register, or at least whether in a shop. */
export function workstationOf(
  { store, register }: OrderOptions,
  orders: { register?: string | undefined; isInPerson?: boolean } = {},
): ReceiptInput['workstation'] {
  return { id: register ?? orders.register ?? (orders.isInPerson ? unnamedRegister : onlineRegister), store }
}

/** To whom the receipt goes: it is mailed where there is an address. */
export function recipientOf(emailAddress: string | undefined): Pick<ReceiptInput, 'receiptType' | 'customer'> {
  if (emailAddress === undefined) return { receiptType: 'PaperOnly' }
  return { receiptType: 'DigitalOnly', customer: { emailAddress } }
}

/**
 * An instant as the shop's clock showed it, with its offset, such as `2026-11-20T13:11:00-05:00`.
 *
 * @param sent ISO 8601; without an offset and with `isUtc`, it is UTC
 * @throws OptionError if there is no such time zone
 */
export function localTime(
  sent: string | undefined,
  { timeZone }: OrderOptions,
  { isUtc = false } = {},
): string | undefined {
  if (sent === undefined) return undefined
  const iso = isUtc ? `${sent.replace(' ', 'T').replace(/Z$/, '')}Z` : sent
  if (timeZone === undefined || !parseDateTime(iso)) return iso
  const instant = new Date(iso)
  if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) || Number.isNaN(instant.getTime())) return iso
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const offset = parts.timeZoneName?.replace('GMT', '') || '+00:00'
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}${offset}`
}

/** Seconds since 1970 as ISO 8601 in UTC. */
export function fromSeconds(seconds: string | undefined): string | undefined {
  const number = Number(seconds)
  if (seconds === undefined || !Number.isSafeInteger(number) || Math.abs(number) > 8_640_000_000_000) return undefined
  return new Date(number * 1000).toISOString().replace('.000Z', 'Z')
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
      ...{ hourCycle: 'h23', timeZoneName: 'longOffset', calendar: 'gregory', numberingSystem: 'latn' },
    })
  } catch {
    throw new OptionError(
      `timeZone: there is no time zone ${JSON.stringify(timeZone)}; IANA names are such as America/New_York`,
    )
  }
}
