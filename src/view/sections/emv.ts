import type { MessageKey } from '../../locale/messages.ts'
import type { TenderEmvData } from '../../receipt/tender-data.ts'
import type { Presenting } from '../presenting.ts'

/**
 * The EMV block in the order acquirers ask for it on a cardholder's copy: entry mode, account type, application name, AID, TVR,
 * TSI, ARC, cryptogram, cardholder verification; anything else after that, named as it was sent.
 * Tags are those of EMV Book 3; AID, TVR and the like are the same in every language.
 */
export function emvDetails({ t, isolate }: Presenting, emv: TenderEmvData | undefined): string[] {
  if (!emv) return []
  const rest = new Map(Object.entries(emv.additionalAttributes ?? {}))
  const take = (...names: string[]): string | undefined => {
    for (const [key, value] of rest) {
      if (!names.includes(plain(key))) continue
      rest.delete(key)
      return value
    }
    return undefined
  }
  const named = (name: string, value: string | undefined) => value && `${name}\u00a0${isolate.code(value)}`
  const worded = (words: Record<string, MessageKey>, value: string | undefined) => {
    const key = value && words[plain(value)]
    return key ? t(key) : value && isolate.words(value)
  }
  const label = emv.appPreferredName ?? emv.appLabel
  const parts = [
    worded(entryModes, take('entrymode', 'entry', 'posentrymode')),
    worded({}, take('accounttype', 'account')),
    label && isolate.words(label),
    emv.appLabel && emv.appLabel.toLowerCase() !== label?.toLowerCase() ? isolate.words(emv.appLabel) : undefined,
    named('AID', emv.aid),
    named('TVR', take('tvr')),
    named('TSI', take('tsi')),
    named('ARC', take('arc')),
    named('AC', take('ac', 'tc', 'arqc', 'cryptogram')),
    worded(verifications, take('cvm', 'pinstatement', 'verification', 'cardholderverification')),
    named('MID', take('mid')),
    named('TID', take('tid')),
    ...[...rest]
      .filter(([key]) => !hidden.has(key.trim().toUpperCase()))
      .map(([key, value]) => named(isolate.words(key), value)),
  ]
  return parts.filter((part): part is string => Boolean(part))
}

const entryModes: Record<string, MessageKey> = {
  chip: 'tenders.entry.chip',
  contact: 'tenders.entry.chip',
  icc: 'tenders.entry.chip',
  insert: 'tenders.entry.chip',
  inserted: 'tenders.entry.chip',
  contactless: 'tenders.entry.contactless',
  tap: 'tenders.entry.contactless',
  nfc: 'tenders.entry.contactless',
  swipe: 'tenders.entry.swipe',
  swiped: 'tenders.entry.swipe',
  magstripe: 'tenders.entry.swipe',
  magneticstripe: 'tenders.entry.swipe',
  manual: 'tenders.entry.manual',
  keyed: 'tenders.entry.manual',
  keyedin: 'tenders.entry.manual',
}

const verifications: Record<string, MessageKey> = {
  pin: 'tenders.cvm.pin',
  onlinepin: 'tenders.cvm.pin',
  offlinepin: 'tenders.cvm.pin',
  verifiedbypin: 'tenders.cvm.pin',
  pinverified: 'tenders.cvm.pin',
  pinentered: 'tenders.cvm.pin',
  signature: 'tenders.cvm.signature',
  signed: 'tenders.cvm.signature',
  none: 'tenders.cvm.none',
  nocvm: 'tenders.cvm.none',
  nocvmrequired: 'tenders.cvm.none',
  nosignaturerequired: 'tenders.cvm.none',
  device: 'tenders.cvm.device',
  cdcvm: 'tenders.cvm.device',
  ondevice: 'tenders.cvm.device',
}

/** Tags that carry the card number, its expiry or the holder's name (5A, 57, 5F24, 5F20, 9F6B, 56): never printed. */
const hidden = new Set(['5A', '57', '5F24', '5F20', '9F6B', '56', 'PAN', 'TRACK2', 'EXPIRY', 'EXPIRATIONDATE'])

function plain(name: string): string {
  const tag = tags.get(name.trim().toUpperCase())
  return tag ?? name.toLowerCase().replace(/[^a-z]/g, '')
}

/** EMV tags by number. */
const tags = new Map([
  ['95', 'tvr'],
  ['9B', 'tsi'],
  ['8A', 'arc'],
  ['9F26', 'ac'],
  ['9F34', 'cvm'],
  ['9F39', 'entrymode'],
])
