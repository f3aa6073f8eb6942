import { createServer, type Server } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { zip } from '../../../src/standards/packing.ts'
import { readFixtures } from '../../../tools/lint/fixtures.ts'
import { approvalArchive } from '../../../tools/studio/server/share.ts'
import { openStudio, type Studio } from '../../../tools/studio/server/studio.ts'
import { openWorkbench } from '../../../tools/studio/server/workbench.ts'
import { isExhaustive } from '../../support/scope.ts'

let mails: { to: string; data: string }[] = []
let server: Server
let studio: Studio

beforeAll(async () => {
  server = mailServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  studio = await openStudio({ port: 0, outbox: { url: `smtp://127.0.0.1:${port}`, from: 'studio@example.com' } })
})
afterAll(async () => {
  await studio.close()
  server.close()
})

/** Takes every mail but those to nobody@example.com (RFC 5321). */
function mailServer(): Server {
  return createServer(socket => {
    let to = ''
    let data: string | undefined
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    let waiting = ''
    socket.on('data', (chunk: string) => {
      waiting += chunk
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        if (data !== undefined && line !== '.') data += `${line}\n`
        else if (data !== undefined) {
          mails.push({ to, data })
          data = undefined
          socket.write('250 taken\r\n')
        } else if (/^RCPT TO:<nobody/i.test(line)) socket.write('550 no such person\r\n')
        else if (/^DATA/i.test(line)) {
          data = ''
          socket.write('354 go on\r\n')
        } else {
          to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to
          socket.write('250 fine\r\n')
        }
      }
    })
  })
}

async function post(path: string, body: object, to = studio): Promise<Response> {
  const { origin } = new URL(to.url)
  const headers = { 'Content-Type': 'application/json', Origin: origin }
  return await fetch(new URL(path, to.url), { method: 'POST', headers, body: JSON.stringify(body) })
}

async function messageOf(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { message: string }).message]
}

describe('a test mail', () => {
  const asked = { fixture: 'fashion-sale.en-CA', locale: 'en-CA' }

  test('goes to the address typed, whoever the customer is', async () => {
    mails = []
    expect((await post('/api/send', { ...asked, to: 'designer@example.com' })).status).toBe(200)
    expect(mails.map(({ to }) => to)).toEqual(['designer@example.com'])
    const { data } = mails[0]!
    expect(data).toContain('To: <designer@example.com>\n')
    expect(data).toContain('From: Counterfoil studio <studio@example.com>\n')
    expect(data).toContain('Subject: Receipt from Alder & Finch: $118.65\n')
    expect(data).not.toContain('mira.okafor@example.com>')
  })

  test('has a new Message-ID each time', async () => {
    mails = []
    await post('/api/send', { ...asked, to: 'designer@example.com' })
    await post('/api/send', { ...asked, to: 'designer@example.com' })
    const ids = mails.map(({ data }) => /^Message-ID: (.*)$/m.exec(data)?.[1])
    expect(ids[0]).toMatch(/^<[\w-]+@example\.com>$/)
    expect(ids[1]).not.toBe(ids[0])
  })

  test.each(['', 'designer', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])(
    'is not sent to %j',
    async to => {
      mails = []
      expect(await messageOf(await post('/api/send', { ...asked, to }))).toEqual([
        422,
        expect.stringContaining('is not an email address'),
      ])
      expect(mails).toEqual([])
    },
  )

  test('that the server rejects is reported with its reply', async () => {
    expect(await messageOf(await post('/api/send', { ...asked, to: 'nobody@example.com' }))).toEqual([
      422,
      expect.stringContaining('no such person'),
    ])
  })

  test('needs a mail server', async () => {
    const silent = await openStudio({ port: 0 })
    expect(await messageOf(await post('/api/send', { ...asked, to: 'designer@example.com' }, silent))).toEqual([
      422,
      'to send mail, start the studio with --smtp smtp://localhost:1025',
    ])
    await silent.close()
    await expect(openStudio({ port: 0, outbox: { url: 'localhost', from: 'studio@example.com' } })).rejects.toThrow(
      OptionError,
    )
    await expect(openStudio({ port: 0, outbox: { url: 'smtp://localhost', from: 'studio' } })).rejects.toThrow('--from')
  })
})

/** The files of an archive, by its directory. */
function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const name = archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28))
    const file = archive.readUInt32LE(at + 42)
    const start = file + 30 + archive.readUInt16LE(file + 26)
    files.set(name, inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(at + 20))))
    at += 46 + archive.readUInt16LE(at + 28)
  }
  return files
}

test('archives files reproducibly', () => {
  const entries = [
    ['index.html', '<p>é</p>'],
    ['deep/ä.bin', new Uint8Array([1, 2, 3])],
  ] as const
  const archive = Buffer.from(zip(entries))
  expect([...unzipped(archive)].map(([name, bytes]) => [name, [...bytes]])).toEqual([
    ['index.html', [...Buffer.from('<p>é</p>')]],
    ['deep/ä.bin', [1, 2, 3]],
  ])
  expect(archive.equals(zip(entries))).toBe(true)
})

test('exports every receipt as mail, text and PDF, with an index page', async () => {
  const names = isExhaustive ? readFixtures().map(({ name }) => name) : ['cafe.ar', 'fasteners-300', 'minimal']
  const files = unzipped(await (isExhaustive ? downloaded() : archived(names)))
  expect([...files.keys()].sort()).toEqual(
    ['index.html', ...names.flatMap(name => ['html', 'txt', 'pdf'].map(ending => `receipts/${name}.${ending}`))].sort(),
  )
  expect(files.get('receipts/cafe.ar.pdf')!.subarray(0, 5).toString()).toBe('%PDF-')
  expect(files.get('receipts/cafe.ar.html')!.toString()).toContain('dir="rtl"')
  expect(files.get('receipts/cafe.ar.html')!.toString()).not.toContain('cid:')
  // As it is mailed: Gmail shows all of it.
  expect(files.get('receipts/fasteners-300.html')!.length).toBeLessThan(102_400)
  const index = files.get('index.html')!.toString()
  for (const [, file] of index.matchAll(/(?:src|href)="([^"]+)"/g))
    expect(files.has(decodeURIComponent(file!)), file).toBe(true)
  expect(index).not.toMatch(/https?:\/\/|<script/)
})

/** As the page asks for it. */
async function downloaded(): Promise<Buffer> {
  const answer = await post('/api/approval', {})
  expect(answer.headers.get('content-type')).toBe('application/zip')
  return Buffer.from(await answer.arrayBuffer())
}

/** As the page would get it if there were only these receipts: printing all of them takes long. */
async function archived(names: readonly string[]): Promise<Buffer> {
  const workbench = openWorkbench(undefined, undefined)
  const fixtures = workbench.fixtures.filter(({ name }) => names.includes(name))
  const archive = await approvalArchive({ ...workbench, fixtures }, undefined, new AbortController().signal)
  await workbench.close()
  return Buffer.from(archive)
}

test('the page is told why there is no archive', async () => {
  expect(await messageOf(await post('/api/approval', { variant: 'giftwrap' }))).toEqual([
    422,
    expect.stringContaining('variant: must be one of modern'),
  ])
})
