import { describe, expect, test } from 'vitest'
import { barcodeProblem, toBarcode } from '../../../src/barcode/barcode.ts'

const caption = (text: string) => toBarcode('EAN-128', text).caption
const problem = (text: string) => barcodeProblem('EAN-128', text)
const gtin = '0104006381333931'

/** AIs of two, three and four digits with a value that GS1 allows, at both ends of each range of GS1 General Specifications, 3.2. */
const elements: [ai: string, value: string][] = [
  ...['10', '21', '22', '90', '91', '98', '99'].map((ai): [string, string] => [ai, 'A1']),
  ...['11', '13', '15', '16', '17'].map((ai): [string, string] => [ai, '261231']),
  ...['30', '37'].map((ai): [string, string] => [ai, '12']),
  ['20', '11'],
  ...['235', '240', '241', '243', '250', '251', '254', '400', '403'].map((ai): [string, string] => [ai, 'A1']),
  ...['410', '414', '417'].map((ai): [string, string] => [ai, '4006381333931']),
  ...['420', '710', '714'].map((ai): [string, string] => [ai, '10115']),
  ...['422', '426'].map((ai): [string, string] => [ai, '276']),
  ...['3100', '3105', '3110', '3202', '3309', '3490', '3500', '3569', '3600', '3695'].map((ai): [string, string] => [
    ai,
    '001250',
  ]),
  ...['4300', '4301', '4302'].map((ai): [string, string] => [ai, 'A1']),
  ['7003', '2612311359'],
  ['7020', 'A1'],
  ['8005', '001250'],
  ['8020', 'R42'],
  ['8200', 'https://example.com'],
]

const start = '(01)04006381333931'
const fit = elements.filter(([ai, value]) => problem(`${start}(${ai})${value}`) === undefined)

test('most are allowed after a GTIN', () => expect(fit.length).toBeGreaterThan(35))

test.each(fit)('raw data is split at the AI %s', (ai, value) => {
  expect(caption(`${gtin}${ai}${value}`)).toBe(`${start}(${ai})${value}`)
  const another = `${start}(${ai})${value}(${ai === '10' ? '21' : '10'})Z`
  expect(caption(toBarcode('EAN-128', another).text)).toBe(another)
})

test('raw data is split at a count, which follows the GTIN of what is counted', () => {
  expect(caption('02040063813339313712')).toBe('(02)04006381333931(37)12')
  expect(caption('00340123450000000000')).toBe('(00)340123450000000000')
})

describe('a scanner’s mark', () => {
  test.each([']C1', ']e0', ']d2', ']Q3', ']z9'])('%s is refused', mark => {
    expect(problem(mark + gtin)).toMatch(/^EAN-128 starts with a mark that scanners add/)
  })
  test.each([']11', ']CC', 'C1', 'a]C1'])('%s is none', mark => expect(problem(`${mark}21`)).toBeUndefined())
})

describe('brackets', () => {
  test.each(['(1)04006381333931', '(12345)1', '()1', '(a1)1'])('that hold no AI: %s', text => {
    expect(problem(text)).toBe('EAN-128 in brackets needs an AI of 2 to 4 digits first, such as (01)')
  })
  test('in raw data leave it as sent', () => {
    expect(caption(`${gtin}10A(1`)).toBe(`${gtin}10A(1`)
    expect(caption(`${gtin}10A1`)).toBe('(01)04006381333931(10)A1')
  })
})

test.each([
  '(7003)2613011200',
  '(7003)2612321200',
  '(7003)2612312400',
  '(7003)2612311260',
  '(8008)26123112',
  '(8008)2612311260',
  '(8008)261231125960',
])('%s has no real date or time, unless it has one', text => {
  const advice = problem(text)
  if (text === '(8008)26123112') expect(advice).toBeUndefined()
  else expect(advice).toMatch(/isn't a real date or time; write dates as YYMMDD$/)
})

test('a model number ends in two check characters (GS1 General Specifications, 7.9.5)', () => {
  expect(problem('(8013)1987654Ad4X4bL5ttr2310c2K')).toBeUndefined()
  expect(problem('(8013)1987654Ad4X4bL5ttr2310c2L')).toMatch(/^EAN-128 AI \(8013\) has a wrong check digit/)
})

test.each([
  ['R-42 $/+%.', undefined],
  ['a b', 'Code39 has no lower case; send upper case, or use Code128'],
  ['R-42 $/+%.z', 'Code39 has no lower case; send upper case, or use Code128'],
  ['éa', /^Code39 takes 0-9/],
  ['a_', /^Code39 takes 0-9/],
])('%j as Code 39: %s', (text, advice) => {
  const found = barcodeProblem('Code39', text)
  if (advice instanceof RegExp) expect(found).toMatch(advice)
  else expect(found).toBe(advice)
})
