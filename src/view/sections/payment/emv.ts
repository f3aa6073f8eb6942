import type { MessageKey } from '../../../locale/words/messages.ts'
import type { TenderEmvData } from '../../../receipt/data/tender-data.ts'
import { plainCode, spelled } from '../../../standards/codes/code-table.ts'
import { normalized } from '../../../standards/normal-form.ts'
import { asOne } from '../../direction.ts'
import type { ViewContext } from '../../presenting.ts'

/** What a person understands of a card payment, what a bank asks for, and what only a terminal's maker understands. */
export interface EmvDetails {
  /** Entry mode, account type, cardholder verification. */
  plain: string[]
  /** Application names, AID, cryptogram, merchant and terminal; then anything else, named as sent. */
  technical: string[]
  /** TVR, TSI, ARC. */
  terminal: string[]
}

/**
 * The EMV data that acquirers require on a cardholder's copy, in their order.
 * Tags are from EMV Book 3; AID, TVR etc. are the same in every language.
 */
export function emvDetails(p: ViewContext, emv: TenderEmvData | undefined): EmvDetails {
  if (!emv) return { plain: [], technical: [], terminal: [] }
  const { isolate } = p
  const rest = Object.entries(emv.additionalAttributes ?? {}).map(([key, value]) => ({ key, name: plain(key), value }))
  const take = (...names: string[]): string | undefined => {
    const at = rest.findIndex(({ name }) => names.includes(name))
    return at < 0 ? undefined : rest.splice(at, 1)[0]?.value
  }
  const named = (name: string, value: string | undefined) => value && asOne(`${name}\u00a0${isolate.code(value)}`)
  const words = (value: string | undefined) => value && isolate.words(value)
  const worded = (codes: CodeWords, value: string | undefined) => value && codeInWords(p, codes, value)
  const label = emv.appPreferredName ?? emv.appLabel
  const plainly = [
    worded(entryModes, take('entrymode', 'entry', 'posentrymode')),
    words(take('accounttype', 'account')),
    worded(verifications, take('cvm', 'pinstatement', 'verification', 'cardholderverification')),
  ]
  const terminal = [named('TVR', take('tvr')), named('TSI', take('tsi')), named('ARC', take('arc'))]
  const technical = [
    words(label),
    emv.appLabel && emv.appLabel !== label && letters(emv.appLabel) !== letters(label ?? '')
      ? isolate.words(emv.appLabel)
      : undefined,
    named('AID', emv.aid),
    named('AC', take('ac', 'tc', 'arqc', 'cryptogram')),
    named('MID', take('mid')),
    named('TID', take('tid')),
  ]
  const others = rest
    .filter(({ key }) => !hidden.has(key.toUpperCase().replace(/[^A-Z0-9]/g, '')))
    .map(({ key, value }) => named(isolate.words(key), value))
  return {
    plain: plainly.filter(isSaid),
    technical: [...technical, ...others].filter(isSaid),
    terminal: terminal.filter(isSaid),
  }
}

/** Without accents, which terminals leave out, and in capitals. */
function letters(name: string): string {
  return normalized(name, 'NFD').replace(/\p{M}/gu, '').toUpperCase()
}

function isSaid(part: string | undefined): part is string {
  return Boolean(part)
}

const entryModes: CodeWords = new Map([
  ['chip', 'tenders.entry.chip'],
  ['contact', 'tenders.entry.chip'],
  ['icc', 'tenders.entry.chip'],
  ['insert', 'tenders.entry.chip'],
  ['inserted', 'tenders.entry.chip'],
  ['contactless', 'tenders.entry.contactless'],
  ['tap', 'tenders.entry.contactless'],
  ['nfc', 'tenders.entry.contactless'],
  ['swipe', 'tenders.entry.swipe'],
  ['swiped', 'tenders.entry.swipe'],
  ['magstripe', 'tenders.entry.swipe'],
  ['magneticstripe', 'tenders.entry.swipe'],
  ['manual', 'tenders.entry.manual'],
  ['keyed', 'tenders.entry.manual'],
  ['keyedin', 'tenders.entry.manual'],
])

const verifications: CodeWords = new Map([
  ['pin', 'tenders.cvm.pin'],
  ['onlinepin', 'tenders.cvm.pin'],
  ['offlinepin', 'tenders.cvm.pin'],
  ['verifiedbypin', 'tenders.cvm.pin'],
  ['pinverified', 'tenders.cvm.pin'],
  ['pinentered', 'tenders.cvm.pin'],
  ['signature', 'tenders.cvm.signature'],
  ['signed', 'tenders.cvm.signature'],
  ['none', 'tenders.cvm.none'],
  ['nocvm', 'tenders.cvm.none'],
  ['nocvmrequired', 'tenders.cvm.none'],
  ['nosignaturerequired', 'tenders.cvm.none'],
  ['device', 'tenders.cvm.device'],
  ['cdcvm', 'tenders.cvm.device'],
  ['ondevice', 'tenders.cvm.device'],
])

/** Tags and names of card number, expiration, tracks and cardholder (5A, 57, 5F24, 5F20, 9F6B, 56): never printed. */
const hidden = new Set([
  ...['5A', '57', '5F24', '5F20', '9F6B', '56'],
  ...['PAN', 'CARDNUMBER', 'ACCOUNTNUMBER', 'TRACK1', 'TRACK2', 'TRACK1DATA', 'TRACK2DATA', 'TRACK2EQUIVALENTDATA'],
  ...['EXP', 'EXPDATE', 'EXPIRY', 'EXPIRYDATE', 'EXPIRATION', 'EXPIRATIONDATE', 'CARDEXPIRY'],
])

function plain(name: string): string {
  return tags.get(name.trim().toUpperCase()) ?? plainCode(name).replace(/\d/g, '')
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

/** Words for codes, by `plainCode`. */
type CodeWords = ReadonlyMap<string, MessageKey>

/** A code in the reader's language; unknown ones as sent. */
function codeInWords({ t, isolate }: Pick<ViewContext, 't' | 'isolate'>, words: CodeWords, code: string): string {
  const key = spelled(words, code)
  return key ? t(key) : isolate.words(code)
}
