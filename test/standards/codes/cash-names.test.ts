import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isChangeName, tenderTypes } from '../../../src/standards/codes/tender-types.ts'

const words = readdirSync('locales').flatMap(file => {
  if (file === 'notes.json') return []
  const { tenders } = JSON.parse(readFileSync(`locales/${file}`, 'utf8')) as { tenders?: { cash?: string } }
  return tenders?.cash ? [tenders.cash] : []
})

test('a till may call cash what a receipt calls it, in every language', () => {
  expect(words.length).toBeGreaterThan(40)
  expect(words.filter(word => tenderTypes.find(word)?.code !== 'Cash')).toEqual([])
})

test.each(['CASH_CHANGE', 'RÜCKGELD', 'Vuelto', 'お釣り'])('change is cash that was given back: %s', word => {
  expect([isChangeName(word), tenderTypes.find(word)?.code]).toEqual([true, 'Cash'])
})

test.each(['Cash', 'Bargeld', 'Restzahlung', 'Exchange credit', 'Geldkarte', '現金'])('%s is no change', word => {
  expect(isChangeName(word)).toBe(false)
})
