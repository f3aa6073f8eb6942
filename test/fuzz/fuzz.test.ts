import { expect, test } from 'vitest'
import { seeded } from '../../service/reliability/random.ts'
import { createEngine } from '../../src/engine.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt } from '../support/receipts.ts'
import { tries } from '../support/scope.ts'
import { openCanary } from './canary.ts'
import { fuzzMail } from './fuzz-mail.ts'
import { fuzzPdf } from './fuzz-pdf.ts'
import { checkMail, parsed, refuseCard } from './judge.ts'
import { sampleOf } from './sample.ts'

const seed = 20261122

test('samples become whole mails or are refused with reasons', async () => {
  const samples = tries(500)
  const found = await fuzzMail(samples, seed)
  expect(found).toMatchObject({ samples, asked: 0, defects: [] })
  expect(found.valid).toBeGreaterThan(samples * 0.4)
  expect(found.cards).toBeGreaterThan(samples * 0.04)
})

test('samples become PDFs that do nothing', async () => {
  const found = await fuzzPdf(tries(25), seed)
  expect(found).toMatchObject({ asked: 0, defects: [] })
  expect(found.valid).toBeGreaterThanOrEqual(tries(25))
})

test('a seed gives the same sample again', () => {
  const samples = (first: number) =>
    Array.from({ length: 50 }, (_, at) => sampleOf(seeded(first + at), 'http://127.0.0.1:1'))
  expect(samples(1)).toEqual(samples(1))
  expect(samples(1)).not.toEqual(samples(2))
})

test('a run would notice', async () => {
  await using engine = await createEngine()
  const receipt = parseReceipt(aReceipt({ transactionNumber: '4111-1111-1111-1111', header: 'undefined' }))
  const sample = { input: '', card: undefined }
  expect(() => checkMail(engine, receipt, sample, 'en-US')).not.toThrow()
  const mail = engine.email(receipt)
  const careless = { ...engine, email: () => ({ ...mail, text: `${mail.text}Total NaN` }) }
  expect(() => checkMail(careless, receipt, sample, 'en-US')).toThrow('The mail says NaN')
  expect(() => refuseCard(mail.text, '4111111111111111')).toThrow('A card number is told')
  expect(() => parsed({ input: { workstation: 7 }, card: undefined })).not.toThrow()
  await using canary = await openCanary()
  await fetch(canary.url)
  expect(canary.asked()).toBe(1)
})
