import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openServer } from '../server.js'

const receipt = {
  workstation: { id: '2', store: { id: '118', name: 'Pebble & Pine', address: { country: { code: 'US' } } } },
  receiptType: 'PaperOnly',
  transactionType: 'SaleTransaction',
  transactionNumber: '118-20931',
  items: [{ name: 'Wool scarf', price: 38.5, total: 38.5 }],
  grandAmount: 38.5,
  currency: 'USD',
}

let server
let url
before(async () => {
  server = await openServer()
  url = await server.listen()
})
after(() => server.stop())

const post = (body, query = '', at = url) =>
  fetch(`${at}/receipts${query}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
const health = async () => (await fetch(`${url}/health`)).json()

test('a receipt comes back as PDF, on the paper that was asked for', async () => {
  const answer = await post(receipt, '?paper=roll80')
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf'])
  assert.equal(bytes.toString('latin1', 0, 5), '%PDF-')
  assert.equal(Number(answer.headers.get('content-length')), bytes.length)
  const letter = await (await post(receipt, '?paper=letter')).arrayBuffer()
  assert.notDeepEqual(Buffer.from(letter), bytes)
})

test('what is wrong with a receipt is said field by field', async () => {
  const answer = await post({ ...receipt, grandAmount: 'free', items: [{ price: 1 }] })
  const { message, referenceId, errors } = await answer.json()
  assert.deepEqual([answer.status, message], [422, 'Validation error'])
  assert.deepEqual(Object.keys(errors).sort(), ['grandAmount', 'items[0].name'])
  assert.ok(referenceId)
  assert.equal((await post('{"no json')).status, 422)
})

test('so is what is wrong with the question', async () => {
  assert.deepEqual(Object.keys((await (await post(receipt, '?paper=a5')).json()).errors), ['paper'])
  const request = { ...receipt, transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/l/1' }
  const gift = await (await post({ ...request, customer: { emailAddress: 'ada@example.com' } }, '?variant=gift')).json()
  assert.match(gift.errors.variant[0].message, /nothing is sold yet/)
  assert.equal((await fetch(`${url}/receipts`)).status, 405)
  assert.equal((await fetch(`${url}/elsewhere`)).status, 404)
  assert.equal((await post('x'.repeat(2_000_001))).status, 413)
})

test('for a client that goes away nothing is printed', async () => {
  const { abandoned } = await health()
  const many = Array.from({ length: 2000 }, (_, at) => ({ name: `Wool scarf ${at}`, total: 38.5 }))
  const call = request(`${url}/receipts`, { method: 'POST' })
  call.on('error', () => {})
  call.end(JSON.stringify({ ...receipt, items: many }))
  while ((await health()).printing === 0) await wait(5)
  call.destroy()
  while ((await health()).printing > 0) await wait(5)
  assert.equal((await health()).abandoned, abandoned + 1)
})

test('a server that stops ends what is under way', async () => {
  const other = await openServer()
  const address = await other.listen()
  const answer = post(receipt, '', address)
  while ((await (await fetch(`${address}/health`)).json()).printing === 0) await wait(5)
  const stopped = other.stop()
  assert.equal((await answer).status, 200)
  assert.equal(Buffer.from(await (await answer).arrayBuffer()).toString('latin1', 0, 5), '%PDF-')
  await stopped
  await assert.rejects(fetch(`${address}/health`))
})
