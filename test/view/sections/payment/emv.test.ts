import { describe, expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../../support/receipts.ts'

const card = { tenderTypeCode: 'Credit', amount: 12, creditDebit: { last4Digits: '1881', typeCode: 'Visa' } }
const viewWith = (emv: Record<string, unknown>, language = 'en-US') =>
  viewOf(aReceipt({ tenders: [{ ...card, emv }] }), language)

/** What a person understands, then what a bank asks for. */
function details(emv: Record<string, unknown>, language = 'en-US'): string[] {
  const { details, emv: technical } = viewWith(emv, language).tenders!.tenders[0]!
  return [details, technical].flatMap(part => (part ? plain(part).split(' · ') : []))
}

/** What only a terminal's maker understands. */
function terminal(emv: Record<string, unknown>): string[] {
  const said = viewWith(emv).tenders!.tenders[0]!.terminal
  return said ? plain(said).split(' · ') : []
}

const chip = {
  aid: 'A0000000031010',
  appLabel: 'VISA CREDIT',
  additionalAttributes: {
    TID: '0093',
    AC: '5E1B7C02D94A6F38',
    CVM: 'PIN',
    TSI: 'F800',
    TVR: '8080008000',
    ARC: '00',
    'Entry Mode': 'Chip',
    MID: '700412',
  },
}

test('lists readable values first, then the rest in the acquirers’ order', () => {
  expect(details(chip)).toEqual([
    'Chip',
    'PIN entered',
    'VISA CREDIT',
    'AID A0000000031010',
    'AC 5E1B7C02D94A6F38',
    'MID 700412',
    'TID 0093',
  ])
  expect(terminal(chip)).toEqual(['TVR 8080008000', 'TSI F800', 'ARC 00'])
})

test('is packed in the details: what a person understands, then what a bank asks for, nothing of the terminal', () => {
  const { subject, lines } = viewWith(chip).tenders!.tenders[0]!.detail!
  expect(plain(subject)).toBe('VISA CREDIT')
  expect(lines.map(plain)).toEqual([
    'Chip · PIN entered',
    'AID A0000000031010 · AC 5E1B7C02D94A6F38 · MID 700412 · TID 0093',
  ])
})

test('translates how the card was read and the cardholder verified', () => {
  expect(details(chip, 'fr-CA')).toEqual(expect.arrayContaining(['Puce', 'NIP saisi']))
  expect(details({ additionalAttributes: { entryMode: 'TAP', CVM: 'No CVM required' } })).toEqual([
    'Contactless',
    'No signature required',
  ])
  expect(details({ additionalAttributes: { 'POS Entry Mode': 'Radio' } })).toEqual(['Radio'])
})

test('recognizes tags by number, too', () => {
  const attributes = { '95': '8080008000', '9B': 'F800', '8A': '00', '9F26': '5E1B7C02D94A6F38' }
  expect(details({ additionalAttributes: attributes })).toEqual(['AC 5E1B7C02D94A6F38'])
  expect(terminal({ additionalAttributes: attributes })).toEqual(['TVR 8080008000', 'TSI F800', 'ARC 00'])
})

describe('what else a terminal sends', () => {
  test('comes last, under its own name', () => {
    expect(details({ additionalAttributes: { 'Batch no.': '118', Lane: '4' } })).toEqual(['Batch no. 118', 'Lane 4'])
  })

  test.each([
    '5A',
    '57',
    '5F24',
    '5f20',
    '9F6B',
    '56',
    'PAN',
    'pan',
    'Track2',
    'Expiry',
    'expirationDate',
    'Expiration Date',
    'exp_date',
    'Card Number',
    'Track 2',
  ])('is never printed if it is %s, which holds card data', tag => {
    const emv = { additionalAttributes: { [tag]: 'SECRET2910', Lane: '4' } }
    expect(details(emv)).toEqual(['Lane 4'])
    expect(JSON.stringify(viewWith(emv))).not.toContain('SECRET2910')
  })
})

test('prefers the application’s preferred name to its label, without repeating it', () => {
  expect(details({ appLabel: 'CREDIT', appPreferredName: 'Summit Rewards' })).toEqual(['Summit Rewards', 'CREDIT'])
  expect(details({ appLabel: 'VISA CREDIT', appPreferredName: 'Visa Credit' })).toEqual(['Visa Credit'])
})

test('accepts the interface’s second spelling', () => {
  const tender = { tenderTypeCode: 'Credit', amount: 12, emvData: { aid: 'A0000000031010' } }
  expect(plain(viewOf(aReceipt({ tenders: [tender] })).tenders!.tenders[0]!.emv)).toContain('AID A0000000031010')
})
