import { isAscii, normalized } from '../../standards/normal-form.ts'

/**
 * Whether a field's name says it holds what must not be kept after a payment (PCI DSS 3.3): a card security code, a PIN or PIN
 * block, or track data. Ignores spelling: `cvv2`, `Card-CVV`, `PIN_BLOCK`, `track2Data`. A long name is judged by its beginning.
 */
export function isSecretName(name: string): boolean {
  const sent = name.slice(0, maxLength)
  const words = (isAscii(sent) ? sent : normalized(sent, 'NFKC').replace(/[\p{Cf}\p{M}]/gu, ''))
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.some(word => secretWord.test(word)) || secretName.test(words.join(''))
}

/** UTF-16 units. */
const maxLength = 200

const secretWord = /^(?:cvv|cvc|cvn|cvd|csc|cav|pin|pinblock|epb)\d?$/
const secretName =
  /cvv|cvc2|pinblock|pindata|^(?:cvc|cvn|cvd|csc|cav)\d?(?:code|number|value)?$|(?:card|^)security(?:code|number|value)$|card(?:verification|validation)|^(?:card|user|customer|debit|credit|encrypted|gift|giftcard|entered)?pin(?:s|code|number|no|value)?$|^(?:card|emv|msr|raw|encrypted)?track(?:data|(?:[123]|i{1,3})(?:data|equivalent|equivalentdata)?)$|magstripe|magneticstripe|swipedata/

/** Whether a value could be such a secret, unlike words ("PIN verified"), response codes (`M`) and booleans. */
export function mayBeSecret(value: unknown): boolean {
  if (typeof value === 'string') return /[\p{Nd}\p{No}]|[0-9a-f]{12}/iu.test(value)
  return value !== null && typeof value !== 'boolean'
}
