import { describe, expect, test } from 'vitest'
import { limits } from '../../src/receipt/limits.ts'
import { readFull, readReceipt, readStored } from '../../src/receipt/parse.ts'
import { cpuOf, isBeyond } from '../support/cpu.ts'
import { viewOf } from '../support/receipts.ts'
import { mailOf } from '../support/stages.ts'
import { briefly, receiptWith } from './support.ts'

const names = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  '0',
  '',
  'warranty card',
  'é',
  'k'.repeat(4000),
]

/** A receipt's JSON text with the fields of another text: `JSON.parse` makes `__proto__` an own property. */
function textWith(fields: string): string {
  return JSON.stringify(receiptWith()).replace(/\}$/, `,${fields.slice(1)}`)
}

function documents(keys: readonly string[]): string {
  const entries = keys.map(
    key => `${JSON.stringify(key)}:{"name":"About ${key.slice(0, 20)}","url":"https://shop.example.com/d"}`,
  )
  return `{"supportingDocuments":{${entries.join(',')}}}`
}

const untouched = Object.getOwnPropertyNames(Object.prototype).join()

describe('documents and attributes may have any key', () => {
  test.each(names)('%s', key => {
    const text = textWith(documents([key]))
    for (const read of [() => readReceipt(text), () => readFull(JSON.parse(text)), () => readStored(text)]) {
      const { receipt, errors, warnings } = read()
      expect([errors, warnings]).toEqual([{}, []])
      expect(Object.values(receipt!.supportingDocuments!)).toEqual([
        { name: `About ${key.slice(0, 20)}`, url: 'https://shop.example.com/d' },
      ])
      expect(Object.getPrototypeOf(receipt!.supportingDocuments)).toBe(Object.prototype)
    }
    expect(readStored(text).masked).toBe(text)
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(untouched)
  })

  test('all at once, each printed in mail and text', () => {
    const { html, text } = mailOf(viewOf(JSON.parse(textWith(documents(names)))))
    for (const key of names.filter(name => name.length < 20)) {
      expect(html.replaceAll('\u00a0', ' ')).toContain(`About ${key}`)
      expect(text.replaceAll('\u00a0', ' ')).toContain(`About ${key}`.trim())
    }
  })

  test('also in EMV data, as text', () => {
    const attributes = '{"__proto__":"p","constructor":"c","toString":"t"}'
    const { receipt, errors } = readReceipt(
      textWith(`{"tenders":[{"tenderTypeCode":"Credit","amount":12.99,"emv":{"additionalAttributes":${attributes}}}]}`),
    )
    expect(errors).toEqual({})
    expect(Object.entries(receipt!.tenders![0]!.emv!.additionalAttributes!)).toEqual([
      ['_proto_', 'p'],
      ['constructor', 'c'],
      ['toString', 't'],
    ])
  })

  test('and what a key holds is still checked', () => {
    for (const key of ['__proto__', 'constructor', 'manual']) {
      const { receipt, errors } = readReceipt(
        textWith(`{"supportingDocuments":{"${key}":{"url":"javascript:alert(1)"}}}`),
      )
      expect(receipt).toBeUndefined()
      expect(Object.values(errors)).toHaveLength(1)
    }
  })

  test('no two entries become one, though their keys do', () => {
    const keys = ['a', 'a\u202e', '\u200ea', '__proto__', '_proto_']
    const { receipt } = readReceipt(textWith(documents(keys)))
    expect(Object.values(receipt!.supportingDocuments!)).toHaveLength(keys.length)
    const marks = ['\u200e', '\u200f', '\u061c', '\u202a', '\u202b', '\u202c']
    const hidden = (at: number): string => (at === 0 ? '' : marks[at % 6] + hidden(Math.floor(at / 6)))
    const many = Array.from({ length: limits.entries }, (_, at) => `a${hidden(at + 1)}`)
    const sent = textWith(documents(many))
    expect(Object.keys(readReceipt(sent).receipt!.supportingDocuments!)).toHaveLength(limits.entries)
    expect(
      isBeyond(
        cpuOf(() => readReceipt(sent), 500),
        500,
      ),
    ).toBe(false)
  })

  test('as many as a receipt may have entries, wherever they are', () => {
    const keys = Array.from({ length: limits.entries }, (_, at) => `document ${at}`)
    expect(readReceipt(textWith(documents(keys))).errors).toEqual({})
    const message = 'must keep all lists and maps together within 5000 entries'
    for (const text of [
      textWith(documents([...keys, 'one more'])),
      textWith(`${documents(keys).slice(0, -1)},"items":[{"name":"Tea"}]}`),
    ])
      expect(Object.values(readReceipt(text).errors)).toEqual([[{ code: null, message }]])
    const tooLong = readReceipt(textWith(documents(['k'.repeat(4001)]))).errors
    expect(tooLong).toEqual({ supportingDocuments: [{ code: null, message: 'keys must be at most 4000 characters' }] })
  })
})

test('fields that the interface lacks may have any name', () => {
  const { receipt, errors, warnings } = readReceipt(
    textWith('{"__proto__":"crew","constructor":{"toString":"x"},"items":[{"name":"Tea","prototype":1}]}'),
  )
  expect(errors).toEqual({})
  expect(receipt!.extra).toEqual({ _proto_: 'crew', 'constructor.toString': 'x', 'items[0].prototype': 1 })
  expect(briefly(warnings)).toEqual([
    '__proto__ unknown_field',
    'constructor unknown_field',
    'items[0].prototype unknown_field',
  ])
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(untouched)
})

describe('what is nested too deep is refused at its path', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { part: nested(depth - 1) })

  test('in a field, a list and a map', () => {
    const message = 'must not be nested more than 32 deep'
    expect(readReceipt(receiptWith({ kit: nested(31) })).errors).toEqual({})
    for (const [at, fields] of [
      ['kit', { kit: nested(40) }],
      ['items[0].kit', { items: [{ name: 'Set', kit: nested(40) }] }],
    ] as const) {
      const errors = readReceipt(receiptWith(fields)).errors
      const [path] = Object.keys(errors)
      expect(path).toMatch(new RegExp(`^${at.replace(/[[\]]/g, '\\$&')}(\\.part)+$`))
      expect(path!.match(/\.|\[/g)).toHaveLength(31)
      expect(Object.values(errors)).toEqual([[{ code: null, message }]])
    }
  })

  test('whose keys are cut and masked', () => {
    let deep: unknown = 1
    for (let level = 0; level < 40; level++)
      deep = { [level % 2 ? 'x'.repeat(3000) : 'card 4111 1111 1111 1111']: deep }
    const [path] = Object.keys(readReceipt(receiptWith({ deep })).errors)
    expect(path!.length).toBeLessThan(40 * limits.key)
    expect(path).not.toContain('4111 1111')
  })
})
