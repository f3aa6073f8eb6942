import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openWorker } from '../worker.js'

const receipt = {
  customer: { emailAddress: 'mira.okafor@example.com' },
  workstation: { id: '2', store: { id: '118', name: 'Pebble & Pine', address: { country: { code: 'US' } } } },
  receiptType: 'DigitalOnly',
  transactionType: 'SaleTransaction',
  transactionNumber: '118-20931',
  barcodeNumber: '118-20931',
  items: [{ name: 'Wool scarf', price: 38.5, total: 38.5 }],
  grandAmount: 38.5,
  currency: 'USD',
}

/** Answers of the server to the next recipients; then it takes all. */
let answers
let mails
let asked
let folder
let worker
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo(_address, _session, done) {
    asked++
    const responseCode = answers.shift()
    done(responseCode ? Object.assign(new Error('Not now'), { responseCode }) : null)
  },
  onData(stream, _session, done) {
    const chunks = []
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', async () => {
      mails.push(await PostalMime.parse(Buffer.concat(chunks)))
      done()
    })
  },
})

before(() => new Promise(resolve => server.listen(0, '127.0.0.1', resolve)))
after(() => new Promise(resolve => server.close(resolve)))
beforeEach(() => {
  answers = []
  mails = []
  asked = 0
})

async function mailed(files, options = {}) {
  folder = await mkdtemp(join(tmpdir(), 'email-worker-'))
  const smtp = `smtp://127.0.0.1:${server.server.address().port}`
  worker = await openWorker({ folder, smtp, from: 'receipts@example.com', waits: [10, 10], ...options })
  for (const [name, sent] of Object.entries(files)) await writeFile(join(folder, 'inbox', name), JSON.stringify(sent))
  const went = await worker.run()
  const refused = await readdir(join(folder, 'refused'))
  const reason = refused.find(name => name.endsWith('.txt'))
  const said = reason && (await readFile(join(folder, 'refused', reason), 'utf8'))
  await worker.close()
  await rm(folder, { recursive: true })
  return { went, said }
}

test('a receipt arrives as text and as HTML, with its barcode as a picture of the mail', async () => {
  assert.deepEqual((await mailed({ 'a.json': receipt })).went, { 'a.json': 'done' })
  const [mail] = mails
  assert.deepEqual([mail.from.address, mail.to[0].address], ['receipts@example.com', 'mira.okafor@example.com'])
  assert.equal(mail.subject, 'Receipt from Pebble & Pine: $38.50')
  assert.match(mail.text, /Wool scarf {2,}\$38\.50/)
  assert.match(mail.html, /Wool scarf/)
  const [barcode] = mail.attachments
  assert.equal(mail.attachments.length, 1)
  assert.deepEqual([barcode.mimeType, barcode.disposition, barcode.related], ['image/png', 'inline', true])
  assert.ok(mail.html.includes(`src="cid:${barcode.contentId.slice(1, -1)}"`))
  assert.equal(Buffer.from(barcode.content).toString('latin1', 1, 4), 'PNG')
})

test('a server that says "later" is asked again, under the same Message-ID', async () => {
  answers = [451, 421]
  assert.deepEqual((await mailed({ 'a.json': receipt })).went, { 'a.json': 'done' })
  await mailed({ 'again.json': receipt, 'other.json': { ...receipt, transactionNumber: '118-20932' } })
  assert.equal(asked, 5)
  const [first, again, other] = mails.map(({ messageId }) => messageId)
  assert.match(first, /^<[0-9a-f]{32}@example\.com>$/)
  assert.equal(again, first)
  assert.notEqual(other, first)
})

test('what stays "later" waits in the inbox, what is refused is put aside with the reason', async () => {
  answers = [451, 451, 451]
  assert.deepEqual((await mailed({ 'a.json': receipt })).went, { 'a.json': 'inbox' })
  answers = [550]
  const { went, said } = await mailed({ 'a.json': receipt, 'b.json': { ...receipt, receiptType: 'PaperOnly' } })
  assert.deepEqual(went, { 'a.json': 'refused', 'b.json': 'done' })
  assert.match(said, /550 Not now/)
  assert.match((await mailed({ 'a.json': { ...receipt, grandAmount: 'free' } })).said, /grandAmount: /)
  assert.equal(mails.length, 0)
})

test('the receipt can be attached as PDF', async () => {
  assert.deepEqual((await mailed({ 'a.json': receipt }, { attachPdf: true })).went, { 'a.json': 'done' })
  const pdf = mails[0].attachments.find(({ mimeType }) => mimeType === 'application/pdf')
  assert.equal(pdf.filename, 'receipt.pdf')
  assert.equal(Buffer.from(pdf.content).toString('latin1', 0, 5), '%PDF-')
})
