import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { thorough } from '../../test/support/scope.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { openDropFolder } from '../src/drop/drop-folder.ts'
import { openSeal } from '../src/spool/seal.ts'
import { openTill } from '../src/till.ts'
import { startCommand, variablesOf } from './support/command.ts'
import { errorResponse, type FakeRequest, startFakeService } from './support/fake-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'
import { filesBelow, hasResult, resultOf, until, watch } from './support/watching.ts'

/** Without the mark of the last look, which needs room, and what the till knows of itself. */
const receiptsBelow = (spool: string) => filesBelow(spool).filter(name => name !== 'clock' && name !== 'till.json')

const at = (register: number) => ({
  workstation: { id: String(register), store: { id: '004', name: 'Alder & Finch', address: {} } },
})

test('a dropped sale is sent, its result written beside it, and the file kept', async () => {
  await using service = await startFakeService(() => undefined)
  const { drop } = await watch(service)
  writeFileSync(join(drop, 'sale-1.json.tmp'), JSON.stringify(sale('004-1')))
  renameSync(join(drop, 'sale-1.json.tmp'), join(drop, 'sale-1.json'))
  await until(() => hasResult(drop, 'sale-1'))
  expect(resultOf(drop, 'sale-1')).toMatchObject({
    file: 'sale-1.json',
    copy: 'sent',
    print: false,
    confirm: expect.any(String),
  })
  await until(() => filesBelow(join(drop, 'done')).length === 1)
  expect(filesBelow(join(drop, 'done'))).toEqual([`${new Date().toISOString().slice(0, 10)}/sale-1.json`])
  expect(readdirSync(drop).sort()).toEqual(['done', 'error', 'sale-1.result.json', 'working'])
})

test('a file that is being written is left alone until it is whole', async () => {
  await using service = await startFakeService(() => undefined)
  const { drop } = await watch(service)
  const text = `\ufeff${JSON.stringify(sale('004-1'), null, 2)}`
  const file = openSync(join(drop, 'slow.json'), 'w')
  for (let at = 0; at < text.length; at += 100) {
    writeSync(file, text.slice(at, at + 100))
    await new Promise(resolve => setTimeout(resolve, 30))
    if (at + 100 < text.length) expect(hasResult(drop, 'slow')).toBe(false)
  }
  closeSync(file)
  await until(() => hasResult(drop, 'slow'))
  expect(service.posted().map(({ transactionNumber }) => transactionNumber)).toEqual(['004-1'])
})

test.each<[string, string | Uint8Array, string]>([
  ['that never becomes whole', '{"transactionNumber":', 'The file is not JSON.'],
  [
    'in UTF-16',
    Buffer.from('\ufeff{"transactionNumber":"1"}', 'utf16le'),
    'The file is UTF-16 or damaged; write it as UTF-8.',
  ],
  ['in Windows-1252', Buffer.from('{"header":"Café"}', 'latin1'), 'The file is not UTF-8.'],
  ['with a list of sales', '[{},{}]', 'The file is a list; drop one sale per file.'],
  ['that is huge', `{"header":"${'x'.repeat(1024 * 1024)}"}`, 'The file is larger than 1 MiB.'],
])('a file %s ends in error/, with a result that prints paper', async (_, content, reason) => {
  await using service = await startFakeService(() => undefined)
  const { drop } = await watch(service)
  writeFileSync(join(drop, 'x.json'), content)
  utimesSync(join(drop, 'x.json'), new Date(), new Date(Date.now() - 60_000))
  await until(() => hasResult(drop, 'x'))
  expect(resultOf(drop, 'x')).toMatchObject({ copy: 'refused', print: true, notice: expect.any(String), reason })
  await until(() => filesBelow(join(drop, 'error')).includes('x.json'))
  expect(service.posted()).toEqual([])
})

test('other files are left alone', async () => {
  await using service = await startFakeService(() => undefined)
  const drop = newFolder()
  const others = ['notes.txt', '.hidden.json', '~temp.json', 'x.json.part', 'y.json.tmp', 'old.result.json']
  for (const name of others) writeFileSync(join(drop, name), JSON.stringify(sale(name)))
  await watch(service, { drop })
  writeFileSync(join(drop, 'z.JSON'), JSON.stringify(sale('the one')))
  await until(() => hasResult(drop, 'z'))
  expect(service.posted().map(({ transactionNumber }) => transactionNumber)).toEqual(['the one'])
  expect(readdirSync(drop)).toEqual(expect.arrayContaining(others))
})

test('the same name twice, the same sale twice: no file and no sale is lost, none is doubled', async () => {
  const stored = new Set<string>()
  await using service = await startFakeService(({ method, body }: FakeRequest) => {
    if (method !== 'POST') return undefined
    if (stored.has(body.requestId))
      return { status: 409, headers: { location: '/receipts/r-1' }, ...errorResponse('Used before') }
    stored.add(body.requestId)
    return undefined
  })
  const { drop } = await watch(service)
  for (const number of ['1', '2', '1']) {
    writeFileSync(join(drop, 'sale.json'), JSON.stringify(sale(number)))
    await until(() => hasResult(drop, 'sale'))
    expect(resultOf(drop, 'sale')).toMatchObject({ copy: 'sent' })
    rmSync(join(drop, 'sale.result.json'))
  }
  expect(stored.size).toBe(2)
  await until(() => filesBelow(join(drop, 'done')).length === 3)
})

test('a name that comes again before the last of it is put away waits, and takes nothing over', async () => {
  const drop = newFolder()
  const folder = await openDropFolder(drop, { seal: openSeal([]), now: Date.now })
  const put = (number: string) => writeFileSync(join(drop, 'sale.json'), JSON.stringify(sale(number)))
  put('1')
  expect(await folder.claim('sale.json')).toBe(true)
  put('2')
  expect(await folder.claim('sale.json')).toBe(false)
  await folder.finish('sale.json', 'done', '2026-11-23')
  expect(await folder.claim('sale.json')).toBe(true)
  put('3')
  await folder.giveBack('sale.json')
  await folder.close()
  const numbers = filesBelow(drop).map(name => JSON.parse(readFileSync(join(drop, name), 'utf8')).transactionNumber)
  expect(numbers.sort()).toEqual(['1', '2', '3'])
})

thorough(
  'hundreds at once, with two watching: each is sent once',
  async () => {
    const count = 250
    await using service = await startFakeService(() => undefined)
    const { drop, stop } = await watch(service)
    const other = await watch(service, { drop })
    for (let index = 0; index < count; index++)
      writeFileSync(join(drop, `s-${index}.json`), JSON.stringify(sale(String(index), at(index % 12))))
    await until(() => readdirSync(drop).filter(name => name.endsWith('.result.json')).length === count)
    expect(new Set(service.posted().map(({ requestId }) => requestId)).size).toBe(count)
    expect(service.posted()).toHaveLength(count)
    await Promise.all([stop(), other.stop()])
    expect(filesBelow(join(drop, 'done'))).toHaveLength(count)
    expect(readdirSync(join(drop, 'working'))).toEqual([])
  },
  180_000,
)

test('a watcher that is killed loses nothing: the next takes what it had taken', async () => {
  let isSlow = true
  await using service = await startFakeService(({ method }) => (method === 'POST' && isSlow ? 'hang' : undefined))
  const [drop, spool] = [newFolder(), newFolder()]
  const settings = variablesOf(service.options, spool)
  const first = startCommand(settings, ['watch', drop, '--deadline', '60000'])
  writeFileSync(join(drop, 'sale.json'), JSON.stringify(sale('004-1')))
  await until(() => service.posted().length > 0)
  expect(existsSync(join(drop, 'sale.json'))).toBe(false)
  first.kill('SIGKILL')
  isSlow = false
  const second = startCommand(settings, ['watch', drop])
  await until(() => hasResult(drop, 'sale'))
  expect(resultOf(drop, 'sale').copy).toBe('sent')
  second.kill('SIGTERM')
  const code = await new Promise(resolve => second.once('exit', resolve))
  expect(code).toBe(0)
  expect(readdirSync(join(drop, 'working'))).toEqual([])
})

test('sales go on when the reader of the log goes away', async () => {
  // A refusal, which it logs.
  await using service = await startFakeService(({ method }) =>
    method === 'POST' ? { status: 422, ...errorResponse('Unprocessable Content') } : undefined,
  )
  const drop = newFolder()
  const child = startCommand(variablesOf(service.options, newFolder()), ['watch', drop])
  await new Promise(resolve => child.stderr?.once('data', resolve))
  for (const stream of [child.stdout, child.stderr]) stream?.destroy()
  for (let turn = 1; turn < 6; turn++) {
    writeFileSync(join(drop, `sale-${turn}.json`), JSON.stringify(sale(`004-${turn}`)))
    await until(() => hasResult(drop, `sale-${turn}`))
    expect(resultOf(drop, `sale-${turn}`).copy).toBe('refused')
  }
  child.kill('SIGTERM')
  expect(await new Promise(resolve => child.once('exit', resolve))).toBe(0)
})

test('sales go on when the log’s disk is full', async () => {
  await using service = await startFakeService(() => undefined)
  const drop = newFolder()
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  startCommand(variablesOf(service.options, newFolder()), ['watch', drop], { stdio: ['ignore', 'ignore', full] })
  for (const name of ['a', 'b']) {
    writeFileSync(join(drop, `${name}.json`), JSON.stringify(sale(name)))
    await until(() => hasResult(drop, name))
  }
})

test('a drop folder that goes away and comes back is watched again', async () => {
  await using service = await startFakeService(() => undefined)
  const { drop, log } = await watch(service)
  renameSync(drop, `${drop}-away`)
  await until(() => log.some(({ level }) => level === 'error'))
  renameSync(`${drop}-away`, drop)
  writeFileSync(join(drop, 'sale.json'), JSON.stringify(sale('004-1')))
  await until(() => hasResult(drop, 'sale'))
})

// A tiny file system stands for a full disk; making one needs rights.
const small = newSmallDisk()

test.skipIf(small === undefined)('a full disk: the sale goes out, the result comes when there is room', async () => {
  await using service = await startFakeService(() => undefined)
  const drop = join(small!, 'drop')
  mkdirSync(drop)
  const { log } = await watch(service, { drop })
  writeFileSync(join(drop, 'sale.json'), JSON.stringify(sale('004-1')))
  await until(() => hasResult(drop, 'sale'))
  writeFileSync(join(drop, 'next.json.tmp'), JSON.stringify(sale('004-2')))
  fillDisk()
  renameSync(join(drop, 'next.json.tmp'), join(drop, 'next.json'))
  await until(() => log.some(({ code }) => code === 'ENOSPC'))
  expect(service.posted().map(({ transactionNumber }) => transactionNumber)).toContain('004-2')
  rmSync(join(small!, 'ballast'))
  await until(() => hasResult(drop, 'next'))
  expect(new Set(service.posted().map(({ requestId }) => requestId)).size).toBe(2)
})

test.skipIf(small === undefined)('a full spool disk: the sale goes out, and half a file stays nowhere', async () => {
  await using service = await startFakeService(() => undefined)
  const spool = join(small!, 'spool')
  const log: LogEntry[] = []
  await using till = await openTill({ ...service.options, spool, log: entry => log.push(entry) })
  fillDisk()
  expect((await till.checkout(sale('004-1'))).copy).toBe('sent')
  rmSync(join(small!, 'ballast'))
  expect(log).toContainEqual(expect.objectContaining({ level: 'error', code: 'ENOSPC' }))
  await until(() => log.some(({ message }) => /^The spool's disk has only [01] MB left$/.test(message)))
  expect(receiptsBelow(spool)).toEqual([])
  expect((await till.checkout(sale('004-2'))).copy).toBe('sent')
  expect(receiptsBelow(spool)).toHaveLength(1)
})

test.skipIf(small === undefined)('done/ on another volume: files are copied, whole', async () => {
  await using service = await startFakeService(() => undefined)
  const drop = newFolder()
  const done = join(small!, 'done')
  mkdirSync(done)
  mkdirSync(join(drop, 'done'))
  spawnSync('mount', ['--bind', done, join(drop, 'done')])
  onTestFinished(() => void spawnSync('umount', ['-l', join(drop, 'done')]))
  await watch(service, { drop })
  const text = JSON.stringify(sale('004-1'))
  writeFileSync(join(drop, 'sale.json'), text)
  await until(() => filesBelow(done).some(name => name.endsWith('.json')))
  expect(readFileSync(join(done, filesBelow(done)[0]!), 'utf8')).toBe(text)
  await until(() => filesBelow(join(drop, 'working')).every(name => name.endsWith('.lock')))
})

function fillDisk(): void {
  const file = openSync(join(small!, 'ballast'), 'a')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch {
    closeSync(file)
  }
}

function newSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-small-'))
  afterAll(() => {
    spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  return status === 0 ? folder : undefined
}
