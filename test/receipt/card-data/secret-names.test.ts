import { expect, test } from 'vitest'
import { isSecretName, mayBeSecret } from '../../../src/receipt/card-data/secret-names.ts'

const secrets = [
  ...['cvv', 'cvc', 'cvn', 'cvd', 'csc', 'cav', 'pin', 'epb', 'cvv2', 'CVC2', 'cav2', 'pin1', 'pinblock', 'pinBlock2'],
  ...['Card-CVV', 'card_cvv', 'my cvc code', 'PIN_BLOCK', 'pin.block', 'xcvvx', 'xcvc2x', 'pinData', 'xPinDataX'],
  ...['cvcCode', 'cvnNumber', 'cvdValue', 'csc2code', 'cardSecurityCode', 'securityCode', 'securityNumber'],
  ...['cardSecurityValue', 'cardVerificationValue', 'cardValidationNumber', 'cardPin', 'userPin', 'customerPin'],
  ...['debitPin', 'creditPin', 'encryptedPin', 'giftPin', 'giftCardPin', 'enteredPin', 'pins', 'pinCode', 'pinNumber'],
  ...['pinNo', 'pinValue', 'cardPinCode', 'trackData', 'cardTrackData', 'emvTrackData', 'msrTrack1', 'rawTrackII'],
  ...['encryptedTrackData', 'track1Data', 'track2', 'track3Data', 'track2data', 'trackII', 'track2Equivalent'],
  ...[
    'track2EquivalentData',
    'trackiiidata',
    'magStripe',
    'magneticStripeData',
    'swipeData',
    'ＣＶＶ',
    'c\u200bvv',
    'cv\u0301v',
  ],
]

test.each(secrets)('%s is the name of something that may not be kept', name => expect(isSecretName(name)).toBe(true))

test.each([
  ...['', 'name', 'pinned', 'pinot', 'shipping', 'spin', 'opinion', 'cv', 'cvx', 'cvr', 'track'],
  ...['tracking', 'trackingNumber', 'trackId', 'soundtrack', 'track4', 'security', 'securityGuard', 'homeSecurityCode'],
  ...['cvcs', 'cscript', 'cavern', 'pinpoint', 'pineapple', 'verification', 'cardName', 'epbs', 'datapin1x', 'pin22'],
])('%s is not', name => expect(isSecretName(name)).toBe(false))

test.each([
  ['123', true],
  ['1', true],
  ['٣', true],
  ['²', true],
  [123, true],
  [0, true],
  [{}, true],
  [[], true],
  ['abcdefabcdef', true],
  ['ABCDEFABCDEF', true],
  ['abcdefabcde', false],
  ['PIN verified', false],
  ['M', false],
  ['', false],
  [true, false],
  [false, false],
  [null, false],
])('%j under such a name may be one: %s', (value, expected) => expect(mayBeSecret(value)).toBe(expected))
