import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMailFiles, mailFolderOf, openMailFolder } from '../../src/delivery/mail/folder.ts'
import type { OutgoingMail } from '../../src/delivery/mail/transport.ts'

const idOf = (number: number) => String(number).padStart(32, 'a')

function mailOf(number: number, content: Partial<OutgoingMail['content']> = {}): OutgoingMail {
  return {
    deliveryId: idOf(number),
    from: { name: 'Corner Shop', address: 'receipts@example.com' },
    to: 'ada@example.com',
    messageId: `<${number}@example.com>`,
    // The order of ids isn't that of time.
    date: new Date(Date.UTC(2026, 6, 30 - number)),
    content: {
      ...{ subject: `Receipt ${number}`, preheader: 'Thank you', html: '<p>Tea</p>', text: 'Tea' },
      ...{ attachments: [], headers: {}, ...content },
    },
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-mails-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return mailFolderOf({ dataDir: folder })
}

const signal = new AbortController().signal

test('mails are files of this user, whole, and shown newest first, as many as asked for', async () => {
  const folder = makeFolder()
  const mails = await openMailFolder(folder)
  for (const number of [2, 9, 5])
    expect(await mails.send(mailOf(number), signal)).toEqual({ code: 'folder', detail: '' })
  writeFileSync(join(folder, 'notes.json'), '{}')
  const files = readdirSync(folder).filter(name => name !== 'notes.json')
  expect(files.toSorted()).toEqual([2, 5, 9].flatMap(number => [`${idOf(number)}.eml`, `${idOf(number)}.json`]))
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect((await mails.list(10)).map(({ subject }) => subject)).toEqual(['Receipt 2', 'Receipt 5', 'Receipt 9'])
  expect(await mails.list(2)).toHaveLength(2)
  expect(await mails.find(idOf(5))).toEqual({
    ...{ id: idOf(5), from: 'Corner Shop <receipts@example.com>', to: 'ada@example.com', subject: 'Receipt 5' },
    ...{ preheader: 'Thank you', date: '2026-07-25T00:00:00.000Z', html: '<p>Tea</p>', text: 'Tea' },
  })
  expect(String(await mails.eml(idOf(5)))).toContain('Subject: Receipt 5')
  await mails.close()
})

test('a mail’s pictures are in its page', async () => {
  const mails = await openMailFolder(makeFolder())
  const picture = (cid: string, text: string) => ({
    ...{ cid, filename: `${cid}.png`, contentType: 'image/png' as const, content: Buffer.from(text) },
    contentDisposition: 'inline' as const,
  })
  const html = '<img src="cid:logo"><img src="cid:code"><img src="cid:logo">'
  await mails.send(mailOf(1, { html, attachments: [picture('logo', 'one'), picture('code', 'two')] }), signal)
  const [one, two] = ['b25l', 'dHdv'].map(text => `<img src="data:image/png;base64,${text}">`)
  expect((await mails.find(idOf(1)))?.html).toBe(`${one}${two}${one}`)
})

test('nothing is found by what is no id, or isn’t there', async () => {
  const folder = makeFolder()
  const mails = await openMailFolder(folder)
  writeFileSync(join(folder, '..', 'secret.json'), '"secret"')
  for (const id of ['../secret', idOf(1), `${idOf(1)}0`, `0${idOf(1)}`, idOf(1).toUpperCase()]) {
    writeFileSync(join(folder, `${id.replace(/\W/g, '')}.json.x`), '')
    expect(await mails.find(id)).toBeUndefined()
    expect(await mails.eml(id)).toBeUndefined()
  }
  for (const id of [`${idOf(1)}0`, `0${idOf(1)}`]) writeFileSync(join(folder, `${id}.json`), '"else"')
  expect(await mails.find(`${idOf(1)}0`)).toBeUndefined()
  expect(await mails.find(`0${idOf(1)}`)).toBeUndefined()
  expect(readFileSync(join(folder, '..', 'secret.json'), 'utf8')).toBe('"secret"')
})

test('what is forgotten leaves no file, half written ones neither; files are counted and listed by their mails', async () => {
  const folder = makeFolder()
  const files = createMailFiles(folder)
  expect([await files.deliveries(), await files.count([idOf(1)]), await files.remove([idOf(1)])]).toEqual([[], 0, 0])
  const mails = await openMailFolder(folder)
  for (const number of [1, 2]) await mails.send(mailOf(number), signal)
  for (const name of [
    `${idOf(1)}.eml.part`,
    `${idOf(3)}.json.part`,
    'else.json',
    `${idOf(4)}.txt`,
    `${idOf(4)}.eml.bak`,
    `x${idOf(4)}.eml`,
  ])
    writeFileSync(join(folder, name), '')
  expect((await files.deliveries()).toSorted()).toEqual([1, 2, 3].map(idOf))
  expect(await files.count([1, 2, 3, 4].map(idOf))).toBe(6)
  await mails.forget?.(idOf(2))
  expect((await files.deliveries()).toSorted()).toEqual([1, 3].map(idOf))
  expect(await files.remove([idOf(1), idOf(9)])).toBe(3)
  expect(await files.deliveries()).toEqual([idOf(3)])
})

test('what can’t be read or removed is said', async () => {
  const folder = makeFolder()
  await openMailFolder(folder)
  const files = createMailFiles(join(folder, 'file'))
  writeFileSync(join(folder, 'file'), '')
  await expect(files.deliveries()).rejects.toThrow('ENOTDIR')
  await expect(files.remove([idOf(1)])).rejects.toThrow('ENOTDIR')
})
