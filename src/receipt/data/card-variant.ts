import type { Reshape } from '../schema/field.ts'
import { holdsNothing, isBlank, isObject } from '../tidy/clean.ts'

/**
 * The interface's second card variant, inside `creditDebit`: `Name` is the cardholder (text or NameData), and every field
 * is optional, even the last four digits. Only a field that the first variant lacks tells that it is the second.
 */
export const cardVariant: Reshape = (sent, here) => {
  // Any trace of the second once made it that.
  const isSecond = here.isStored || !holdsNothing(sent.Name) || !holdsNothing(sent.emvData)
  const hasNames = sent.Name !== undefined || typeof sent.name === 'string'
  if (!hasNames && sent.emvData === undefined && sent.emv === undefined) return sent
  const { Name, emv, emvData, name, ...card } = sent
  const holder = isBlank(name) ? Name : name
  const from = isBlank(name) ? 'Name' : 'name'
  const to = typeof holder === 'string' ? 'cardholder' : 'name'
  if (from !== to) here.moved(from, to)
  const last4Digits = isSecond && isBlank(card.last4Digits) ? '' : card.last4Digits
  return {
    ...card,
    ...(last4Digits === undefined ? {} : { last4Digits }),
    ...(isBlank(holder) ? {} : { [to]: holder }),
  }
}

/** Tills send EMV data as `emv` or `emvData`, on the tender or inside `creditDebit`; it is kept as the tender's `emv`. */
export const tenderVariant: Reshape = (sent, here) => {
  const { emvData, ...tender } = sent
  const card = isObject(tender.creditDebit) ? tender.creditDebit : {}
  const found = [
    ['emv', tender.emv],
    ['emvData', emvData],
    ['creditDebit.emv', card.emv],
    ['creditDebit.emvData', card.emvData],
  ].find(([, value]) => !isBlank(value))
  if (!found || found[0] === 'emv') return sent
  here.moved(found[0] as string, 'emv')
  return { ...tender, emv: found[1] }
}
