import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLock, type Lock, withLock } from '../src/spool/lock.ts'
import { newFolder } from './support/spool-folder.ts'

const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
const owner = (changes: object) => JSON.stringify({ pid: 2 ** 22 + 1, host: 'till-7', boot: 'x', id: '0', ...changes })

test('a lock is held by one, again and again, until it lets go', async () => {
  const path = join(newFolder(), 'lock')
  const [one, other] = [createLock(path), createLock(path)]
  expect(await one.hold()).toBe(true)
  expect(await one.hold()).toBe(true)
  expect(await other.hold()).toBe(false)
  await one.release()
  expect(await other.hold()).toBe(true)
  await one.release()
  expect(await one.hold()).toBe(false)
})

test('a lock of a dead process, an earlier start of the machine, or a machine long gone is taken over', async () => {
  const folder = newFolder()
  const cases = [
    [owner({ host: hostname(), boot }), 0, true],
    [owner({ host: hostname(), boot: 'an earlier start', pid: process.ppid }), 0, true],
    [owner({ host: hostname(), boot, pid: process.ppid }), 0, false],
    [owner({ host: hostname(), boot, pid: process.ppid }), 120, true],
    [owner({}), 0, false],
    [owner({}), 120, true],
    ['', 0, false],
    ['', 120, true],
    ['null', 0, false],
    ['null', 120, true],
    [owner({ host: hostname(), boot, pid: 'x' }), 120, true],
    [owner({ host: hostname(), boot, pid: -1 }), 120, true],
  ] as const
  for (const [index, [text, age, isTaken]] of cases.entries()) {
    const path = join(folder, String(index))
    writeFileSync(path, text)
    utimesSync(path, new Date(), new Date(Date.now() - age * 1000))
    expect(await createLock(path).hold(), `case ${index}`).toBe(isTaken)
  }
})

test('a lock is no folder or pipe that has its name, once that is old', async () => {
  const folder = newFolder()
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  mkdirSync(one)
  execFileSync('mkfifo', [other])
  for (const path of [one, other]) {
    expect(await createLock(path).hold()).toBe(false)
    utimesSync(path, 0, 0)
    expect(await createLock(path).hold()).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain(`"pid":${process.pid}`)
  }
})

test('a lock is won by one of many', async () => {
  const path = join(newFolder(), 'lock')
  writeFileSync(path, owner({ host: 'gone' }))
  utimesSync(path, 0, 0)
  const won = await Promise.all(Array.from({ length: 20 }, () => createLock(path).hold()))
  expect(won.filter(Boolean).length).toBeGreaterThanOrEqual(1)
  // One that is slow to remove the dead one may remove the winner's.
  expect(won.filter(Boolean).length).toBeLessThanOrEqual(2)
})

test('a process of another user may have the number of a dead one: only what is renewed is held', async () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  onTestFinished(() => kill.mockRestore())
  const path = join(newFolder(), 'lock')
  writeFileSync(path, owner({ host: hostname(), boot, pid: 1 }))
  expect(await createLock(path).hold()).toBe(false)
  utimesSync(path, 0, 0)
  expect(await createLock(path).hold()).toBe(true)
})

test('a minute without a renewal, by a clock that was put forward or back, is the end of a lock', async () => {
  const now = Math.floor(Date.now() / 1000) * 1000
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  for (const [age, isTaken] of [
    [60_000, false],
    [-60_000, false],
    [61_000, true],
    [-61_000, true],
  ] as const) {
    const path = join(newFolder(), 'lock')
    writeFileSync(path, owner({}))
    utimesSync(path, (now - age) / 1000, (now - age) / 1000)
    expect(await createLock(path).hold(), String(age)).toBe(isTaken)
  }
})

test('whoever holds a lock renews it, and loses it to whoever took it over', async () => {
  const folder = newFolder()
  const path = join(folder, 'lock')
  const lock = createLock(path)
  await lock.hold()
  utimesSync(path, 0, 0)
  await lock.hold()
  expect(Math.abs(Date.now() - statSync(path).mtimeMs)).toBeLessThan(60_000)
  const theirs = owner({})
  writeFileSync(path, theirs)
  await lock.release()
  expect(readFileSync(path, 'utf8')).toBe(theirs)
  expect(await lock.hold()).toBe(false)
  expect(readdirSync(folder)).toEqual(['lock'])
})

test('a lock that can’t be made says why', async () => {
  await expect(createLock(join(newFolder(), 'gone/lock')).hold()).rejects.toMatchObject({ code: 'ENOENT' })
})

test('what is done with a lock has it all the time, and gives it back, however it ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let [isFree, holds] = [true, 0]
  const lock: Lock = {
    async hold() {
      if (++holds > 1) throw new Error('no')
      return isFree
    },
    async release() {
      isFree = true
    },
  }
  const work = Promise.withResolvers<string>()
  const done = withLock(lock, () => {
    isFree = false
    return work.promise
  })
  await vi.advanceTimersByTimeAsync(31_000)
  expect([holds, isFree]).toEqual([3, false])
  work.resolve('done')
  expect([await done, isFree]).toEqual(['done', true])
  await vi.advanceTimersByTimeAsync(31_000)
  expect(holds).toBe(3)
  holds = 0
  await expect(withLock(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await vi.advanceTimersByTimeAsync(31_000)
  expect(holds).toBe(1)
  ;[isFree, holds] = [false, 0]
  expect(await withLock(lock, async () => 'never')).toBeUndefined()
  expect(isFree).toBe(false)
})
