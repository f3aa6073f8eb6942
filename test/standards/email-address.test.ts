import { expect, it } from 'vitest'
import { isEmailAddress, readEmailAddress } from '../../src/standards/email-address.ts'

it.each([
  'ada@example.com',
  'ada.lovelace+receipts@mail.example.com',
  "o'neil_{x}@example.co.uk",
  'ada@münchen.example',
  '用户@例子.example',
  'a@b.co',
  `${'a'.repeat(64)}@example.com`,
  '1@1.example',
])('%s can be an e-mail address', text => expect(isEmailAddress(text)).toBe(true))

it.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@@example.com',
  'ada@exa@mple.com',
  'ada@example..com',
  'ada@.example.com',
  'ada@example.com.',
  '.ada@example.com',
  'ada.@example.com',
  'a..da@example.com',
  'ada@-example.com',
  'ada@example-.com',
  'ada@192.0.2.1',
  'ada@[192.0.2.1]',
  'ada@example_x.com',
  '"ada l"@example.com',
  'ada l@example.com',
  'Ada <ada@example.com>',
  'ada@example.com, bob@example.com',
  'ada@example.com;bob@example.com',
  'ada(comment)@example.com',
  'ada@example.com\r\nBcc: bob@example.com',
  'ada@example.com\u0000',
  'ada\u202e@example.com',
  'ada@example.com ',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
  `ada@${'a.'.repeat(130)}com`,
  'a'.repeat(1e6),
  `${'é'.repeat(40)}@example.com`,
  'a@\ufdfa.example',
  'a@\u0301.example',
  `a@${'ü'.repeat(60)}.example`,
  `a@${`${'ü'.repeat(55)}.`.repeat(4)}example.com`,
  `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.com`,
  'a@example.1',
  'ada@example.com\n',
  'ada@example.\uff11\uff12',
  '\u0301ada@example.com',
])('%j can be none', text => expect(isEmailAddress(text)).toBe(false))

it.each([
  ['ada@example.com', { local: 'ada', domain: 'example.com', international: false }],
  ['Ada@EXAMPLE.com', { local: 'Ada', domain: 'example.com', international: false }],
  ['ada@bücher.example.com', { local: 'ada', domain: 'xn--bcher-kva.example.com', international: false }],
  ['käthe@Bücher.example.com', { local: 'käthe', domain: 'xn--bcher-kva.example.com', international: true }],
  ['用户@例子.example', { local: '用户', domain: 'xn--fsqu00a.example', international: true }],
])('%s is taken apart', (text, parts) => expect(readEmailAddress(text)).toEqual(parts))

/** A domain of so many characters, in labels of 63 at most. */
function domainOf(length: number): string {
  const end = '.example'
  const labels = 'a'.repeat(length - end.length).replace(/.{63}(?=.)/g, `${'b'.repeat(62)}.`)
  return labels + end
}

it.each([
  ['254 characters in all', `a@${domainOf(252)}`, true],
  ['255 in all', `a@${domainOf(253)}`, false],
  ['64 before the @ and 254 in all', `${'a'.repeat(64)}@${domainOf(189)}`, true],
  ['64 before the @ and 255 in all', `${'a'.repeat(64)}@${domainOf(190)}`, false],
  ['a label of 63', `a@${'b'.repeat(63)}.example`, true],
  ['a label of 64', `a@${'b'.repeat(64)}.example`, false],
  ['254 bytes, of which some characters have two', `${'é'.repeat(32)}@${domainOf(189)}`, true],
  ['255 bytes, of which some characters have two', `${'é'.repeat(32)}@${domainOf(190)}`, false],
])('an address may have %s: %s %s', (_, text, expected) => expect(isEmailAddress(text)).toBe(expected))

it.each([..."!#$%&'*+-/=?^_`{|}~09AZazéß٣ñ用", 'e\u0301', '\u0915\u093f'])('%s may stand before the @', text => {
  expect(isEmailAddress(`${text}@example.com`)).toBe(true)
  expect(isEmailAddress(`a${text}.${text}b@example.com`)).toBe(true)
})

it.each([...'()<>[]:;@\\," \t\u00a0\u200b€™'])('%j may not', text => {
  expect(isEmailAddress(`a${text}b@example.com`)).toBe(false)
})

it.each([
  ['example.a1', true],
  ['example.1a', true],
  ['1.2.3.com', true],
  ['example.12', false],
  ['com', false],
  ['a-b.c-d.com', true],
  ['a_b.com', false],
  ['a--b.com', true],
  ['Ünïcode3.com', true],
  ['ex!ample.com', false],
])('%s can be a domain: %s', (domain, expected) => expect(isEmailAddress(`ada@${domain}`)).toBe(expected))
