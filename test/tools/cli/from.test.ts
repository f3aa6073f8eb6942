import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { orderNamed, store } from '../../from/orders.ts'
import { runCommand } from '../../support/command.ts'

const temporary = mkdtempSync(join(tmpdir(), 'counterfoil-from-'))
afterAll(() => rmSync(temporary, { recursive: true }))

const file = (name: string, content: string) => {
  const path = join(temporary, name)
  writeFileSync(path, content)
  return path
}
const order = file('order.json', JSON.stringify(orderNamed('stripe-charge-jpy')))
const render = (path: string, ...args: string[]) =>
  runCommand('render', path, '--out', join(temporary, 'out'), '--format', 'text', ...args)

test('--from reads a platform’s order, and --seller who sold it', async () => {
  const seller = file('seller.json', JSON.stringify({ store, timeZone: 'Asia/Tokyo' }))
  const { code, err } = await render(order, '--from', 'stripe', '--seller', seller)
  expect(code).toBe(0)
  expect(err).not.toContain('--seller')
  const text = readFileSync(join(temporary, 'out/order.txt'), 'utf8')
  expect(text).toContain('Northfell')
  expect(text).toMatch(/JPY\s2,681/)
  expect(text).toMatch(/12:00\sPM/)
})

test('without a seller it says what is missing', async () => {
  const { code, err } = await render(order, '--from', 'stripe')
  expect(code).toBe(0)
  expect(err).toContain('headed "Your store": say who sells with --seller FILE')
})

test('an order that is none is reported in the platform’s words, and others go on', async () => {
  const wrong = file('wrong.json', JSON.stringify({ object: 'charge', currency: 'usd' }))
  const { code, err } = await render(wrong, '--from', 'stripe')
  expect(code).toBe(1)
  expect(err).toContain('amount: may not be null')
  const unparsed = await render(file('broken.json', '{'), '--from', 'stripe')
  expect(unparsed.err).toContain('must be JSON')
  const unknown = await render(order, '--from', 'etsy')
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('shopify')])
})
