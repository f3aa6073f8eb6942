import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LogEntry } from '../src/basics/log.ts'
import { openDropFolder } from '../src/drop/drop-folder.ts'
import { openSeal } from '../src/spool/seal.ts'
import { nobody, startCommandAs, variablesOf } from './support/command.ts'
import { startFakeService } from './support/fake-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'
import { filesBelow, hasResult, resultOf, until, watch } from './support/watching.ts'

const isRoot = process.geteuid?.() === 0
const open = (drop: string, given = {}) => openDropFolder(drop, { seal: openSeal([]), now: Date.now, ...given })
const put = (drop: string, name: string, number = name) => {
  writeFileSync(join(drop, `${name}.tmp`), JSON.stringify(sale(number)))
  renameSync(join(drop, `${name}.tmp`), join(drop, name))
}
const named = (log: readonly LogEntry[], file: string) =>
  log.filter(entry => entry.file === file && entry.level === 'error')
const deep = (depth: number) => `{"items":${'['.repeat(depth)}${']'.repeat(depth)}}`
/** A folder beside, with what must stay as it is; links lead to it. */
function canary() {
  const folder = newFolder()
  mkdirSync(join(folder, '2020-01-01'))
  for (const name of ['secret.json', 'x.json', '2020-01-01/old.json', 'old.result.json']) {
    writeFileSync(join(folder, name), '{"secret":true}')
    utimesSync(join(folder, name), 1e9, 1e9)
  }
  const state = () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
    return names.map(name => [name, lstatSync(join(folder, name)).ino, lstatSync(join(folder, name)).nlink])
  }
  const before = state()
  return { folder, isWhole: () => expect(state()).toEqual(before) }
}

describe('what can’t be a sale is named, gets a result that prints paper, and goes to error/', () => {
  const odd: Record<string, (path: string) => unknown> = {
    'a folder': path => mkdirSync(path),
    'a link': path => symlinkSync('/etc/hostname', path),
    'a link to itself': path => symlinkSync(path, path),
    'a pipe': path => spawnSync('mkfifo', [path]),
    'JSON nested 100,000 deep': path => writeFileSync(path, deep(100_000)),
  }
  test('whatever it is, and what stands behind is sent', async () => {
    await using service = await startFakeService(() => undefined)
    const drop = newFolder()
    const kinds = Object.keys(odd)
    for (const [index, kind] of kinds.entries()) odd[kind]!(join(drop, `odd-${index}.json`))
    const { log } = await watch(service, { drop })
    put(drop, 'z.json')
    await until(() => hasResult(drop, 'z'))
    for (const [index, kind] of kinds.entries()) {
      const name = `odd-${index}`
      await until(() => readdirSync(join(drop, 'error')).includes(`${name}.json`))
      expect(resultOf(drop, name), kind).toMatchObject({ copy: 'refused', print: true, notice: expect.any(String) })
      expect(named(log, `${name}.json`), kind).toHaveLength(1)
    }
    expect(service.posted()).toHaveLength(1)
  })

  test('a register’s name that is no text holds up nobody', async () => {
    await using service = await startFakeService(() => undefined)
    const { drop } = await watch(service)
    const workstation = { id: { toString: 1, valueOf: 1 } }
    writeFileSync(join(drop, 'a.json'), JSON.stringify({ ...sale('a'), workstation }))
    put(drop, 'z.json')
    await until(() => hasResult(drop, 'z') && hasResult(drop, 'a'))
  })

  test('a socket', async () => {
    await using service = await startFakeService(() => undefined)
    const { drop } = await watch(service)
    const server = createServer().listen(join(drop, 's.json'))
    onTestFinished(() => void server.close())
    await until(() => hasResult(drop, 's'))
    expect(resultOf(drop, 's').reason).toBe('This is a socket, not a file.')
  })

  test('a second name of another file, once it is no program’s way to give a name', async () => {
    await using service = await startFakeService(() => undefined)
    const beside = canary()
    let now = Date.now()
    const { drop } = await watch(service, { now: () => now })
    linkSync(join(beside.folder, 'secret.json'), join(drop, 'x.json'))
    put(drop, 'z.json')
    await until(() => hasResult(drop, 'z'))
    expect(hasResult(drop, 'x')).toBe(false)
    now += 60_000
    await until(() => hasResult(drop, 'x'))
    expect(resultOf(drop, 'x').reason).toContain('a hard link')
    expect(readFileSync(join(beside.folder, 'secret.json'), 'utf8')).toBe('{"secret":true}')
  })
})

test('ten files with names too long for a result are sent, named, and hold up nobody', async () => {
  await using service = await startFakeService(() => undefined)
  const drop = newFolder()
  const long = Array.from({ length: 10 }, (_, index) => `${index}${'é'.repeat(124)}.json`)
  for (const name of long) writeFileSync(join(drop, name), JSON.stringify(sale(name)))
  const { log } = await watch(service, { drop })
  put(drop, 'z.json')
  await until(() => hasResult(drop, 'z') && filesBelow(join(drop, 'done')).length === 11)
  for (const name of long) expect(named(log, name)).toEqual([expect.objectContaining({ code: 'ENAMETOOLONG' })])
  expect(service.posted()).toHaveLength(11)
})

test('a result’s name that is a folder or a link: the sale is sent once, and the link’s file stays as it is', async () => {
  await using service = await startFakeService(() => undefined)
  const beside = canary()
  const drop = newFolder()
  mkdirSync(join(drop, 'a.result.json'))
  symlinkSync(join(beside.folder, 'secret.json'), join(drop, 'b.result.json'))
  for (const name of ['a.json', 'b.json']) put(drop, name)
  const { log } = await watch(service, { drop })
  await until(() => filesBelow(join(drop, 'done')).length === 2)
  expect(named(log, 'a.json')).toHaveLength(1)
  expect(resultOf(drop, 'b').copy).toBe('sent')
  expect(service.posted()).toHaveLength(2)
  beside.isWhole()
})

describe('nobody’s files are given away', () => {
  test('a link to another folder among what dead processes left is not gone into', async () => {
    const [drop, beside] = [newFolder(), canary()]
    mkdirSync(join(drop, 'working'))
    for (const name of ['evil', '1-0123abcd']) symlinkSync(beside.folder, join(drop, 'working', name))
    const folder = await open(drop)
    expect(await folder.recover()).toEqual([])
    await folder.close()
    beside.isWhole()
    expect(readdirSync(drop).sort()).toEqual(['done', 'error', 'working'])
  })

  test.each(['working', 'done', 'error'])(
    '%s as a link, or a file, is refused, and it is said what to do',
    async name => {
      const [drop, beside] = [newFolder(), canary()]
      symlinkSync(beside.folder, join(drop, name))
      await expect(open(drop)).rejects.toThrow(`${join(drop, name)} is a link or no folder: remove it`)
      beside.isWhole()
      rmSync(join(drop, name))
      writeFileSync(join(drop, name), '')
      await expect(open(drop)).rejects.toThrow(`${join(drop, name)} is a link or no folder: remove it`)
    },
  )

  test.runIf(isRoot).each(['working', 'done', 'error'])('%s of another user is refused', async name => {
    const drop = newFolder()
    mkdirSync(join(drop, name))
    chownSync(join(drop, name), nobody.uid, nobody.gid)
    await expect(open(drop)).rejects.toThrow(`${join(drop, name)} belongs to another user: remove it`)
  })

  test('a link that takes a folder’s place while it is watched gets nothing, and its files stay', async () => {
    await using service = await startFakeService(() => undefined)
    const beside = canary()
    const { drop, log } = await watch(service)
    for (const name of ['done', 'error']) {
      renameSync(join(drop, name), join(drop, `${name}-away`))
      symlinkSync(beside.folder, join(drop, name))
    }
    put(drop, 'x.json')
    writeFileSync(join(drop, 'bad.json'), '[]')
    await until(() => hasResult(drop, 'x') && hasResult(drop, 'bad'))
    await until(() => named(log, 'x.json').length > 0)
    expect(service.posted()).toHaveLength(1)
    beside.isWhole()
  })

  test('a claim moves a link itself, and a folder that is removed meanwhile is made anew', async () => {
    const [drop, beside] = [newFolder(), canary()]
    const folder = await open(drop)
    symlinkSync(join(beside.folder, 'secret.json'), join(drop, 'x.json'))
    const found = await folder.look('x.json')
    expect(found).toMatchObject({ kind: 'bad', reason: 'This is a link, not a file.' })
    expect(await folder.claim('x.json')).toBe(true)
    await folder.finish('x.json', 'error', '2026-11-24')
    expect(lstatSync(join(drop, 'error', 'x.json')).isSymbolicLink()).toBe(true)
    beside.isWhole()
    rmSync(join(drop, 'working'), { recursive: true })
    put(drop, 'y.json')
    await expect(folder.claim('y.json')).rejects.toThrow('ENOENT')
    await folder.recover()
    expect(await folder.claim('y.json')).toBe(true)
    await folder.close()
  })

  test('what comes in a file’s place between look and claim is looked at again', async () => {
    const [drop, beside] = [newFolder(), canary()]
    const folder = await open(drop)
    put(drop, 'x.json', 'first')
    const found = await folder.look('x.json')
    if (found.kind !== 'sale') throw new Error(found.kind)
    rmSync(join(drop, 'x.json'))
    symlinkSync(join(beside.folder, 'secret.json'), join(drop, 'x.json'))
    await folder.claim('x.json')
    expect(await folder.claimed('x.json', found)).toMatchObject({ kind: 'bad' })
    await folder.giveBack('x.json')
    rmSync(join(drop, 'x.json'))
    put(drop, 'x.json', 'second')
    await folder.claim('x.json')
    expect(await folder.claimed('x.json', found)).toMatchObject({
      kind: 'sale',
      text: expect.stringContaining('second'),
    })
    await folder.close()
  })

  test.runIf(isRoot)('root watches no folder that others may write to, unless it is told to', async () => {
    const drop = newFolder()
    const refusal = /^Others than root may write to .*: let a user of its own watch it, or say --allow-root/
    chmodSync(drop, 0o777)
    await expect(open(drop)).rejects.toThrow(refusal)
    chmodSync(drop, 0o1777)
    await expect(open(drop)).rejects.toThrow(refusal)
    chmodSync(drop, 0o770)
    await (await open(drop)).close()
    chownSync(drop, 0, nobody.gid)
    await expect(open(drop)).rejects.toThrow(refusal)
    chownSync(drop, nobody.uid, 0)
    await expect(open(drop)).rejects.toThrow(refusal)
    await (await open(drop, { allowRoot: true })).close()
  })
})

test.runIf(isRoot)('a user of its own takes what others of its group drop, and names what it may not', async () => {
  await using service = await startFakeService(() => undefined)
  const [home, spool] = [newFolder(), newFolder()]
  const drop = join(home, 'drop')
  mkdirSync(drop)
  for (const path of [home, spool]) chownSync(path, nobody.uid, nobody.gid)
  for (const path of [home, spool]) chmodSync(path, 0o755)
  chownSync(drop, nobody.uid, nobody.gid)
  chmodSync(drop, 0o2770)
  const pos = { uid: 12_345, gid: nobody.gid }
  const give = (name: string, mode: number, owner = pos) => {
    const path = join(drop, name)
    writeFileSync(`${path}.tmp`, JSON.stringify(sale(name)))
    chmodSync(`${path}.tmp`, mode)
    chownSync(`${path}.tmp`, owner.uid, owner.gid)
    utimesSync(`${path}.tmp`, new Date(), new Date(Date.now() - 60_000))
    renameSync(`${path}.tmp`, path)
  }
  give('mine.json', 0o600)
  give('a.json', 0o640)
  const child = startCommandAs(nobody, variablesOf(service.options, spool), ['watch', drop])
  let log = ''
  child.stderr?.on('data', piece => (log += piece))
  // A file is put away once its result is written.
  const away = (folder: string, name: string) => existsSync(join(drop, folder, name))
  await until(() => hasResult(drop, 'a') && away('error', 'mine.json') && !existsSync(join(drop, 'a.json')))
  expect(resultOf(drop, 'a').copy).toBe('sent')
  expect(resultOf(drop, 'mine')).toMatchObject({ print: true, reason: expect.stringContaining('EACCES') })
  expect(readdirSync(join(drop, 'error'))).toEqual(['mine.json'])
  expect(lstatSync(join(drop, 'a.result.json')).mode & 0o777).toBe(0o640)
  // In a folder like /tmp, another's files can't be taken away.
  chownSync(drop, 0, 0)
  chmodSync(drop, 0o1777)
  give('stuck.json', 0o644)
  give('b.json', 0o644, nobody)
  await until(() => hasResult(drop, 'b') && hasResult(drop, 'stuck') && log.includes('"file":"stuck.json"'))
  expect(resultOf(drop, 'stuck')).toMatchObject({ print: true, reason: expect.stringContaining('EPERM') })
  expect(existsSync(join(drop, 'stuck.json'))).toBe(true)
  expect(log.match(/"file":"stuck.json"/g)).toHaveLength(1)
  expect(service.posted()).toHaveLength(2)
})

test('hundreds of entries that can’t be taken are looked at rarely, each named once, and what stands behind is sent', async () => {
  await using service = await startFakeService(() => undefined)
  const drop = newFolder()
  const stuck = Array.from({ length: 300 }, (_, index) => `a-${index}.json`)
  for (const name of stuck) writeFileSync(join(drop, name), JSON.stringify(sale(name)))
  const counts = { looks: 0, claims: 0 }
  const began = performance.now()
  const { log } = await watch(service, {
    drop,
    through: folder => ({
      ...folder,
      look(...given) {
        counts.looks++
        return folder.look(...given)
      },
      async claim(name) {
        counts.claims++
        if (name.startsWith('a-')) throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
        return await folder.claim(name)
      },
    }),
  })
  put(drop, 'z.json')
  await until(() => hasResult(drop, 'z'))
  expect(log.filter(({ code }) => code === 'EPERM')).toHaveLength(stuck.length)
  // It didn't wait for their results, each of which is a synced write.
  await until(() => stuck.filter(name => hasResult(drop, name.replace('.json', ''))).length > 20)
  // At each again after 0.2, 0.4, 0.8 s … of failures, however many events there are.
  const seconds = (performance.now() - began) / 1000
  const most = stuck.length * (2 + Math.log2(1 + seconds / 0.2)) + 1
  expect(counts.claims).toBeLessThan(most)
  expect(counts.looks).toBeLessThan(most)
  expect(service.posted()).toHaveLength(1)
})
