import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { move, writeDurably } from '../src/basics/files.ts'

/** What the next calls fail with, as another system's would. */
const faults: { open?: string; rename?: string[] } = {}

const { open, rename } = promises
const fault = (code: string) => Object.assign(new Error(code), { code })

beforeAll(() => {
  vi.spyOn(promises, 'open').mockImplementation(async (...args) => {
    if (faults.open && args[1] === 'r') throw fault(faults.open)
    return await open(...args)
  })
  vi.spyOn(promises, 'rename').mockImplementation(async (...args) => {
    const code = faults.rename?.shift()
    if (code) throw fault(code)
    await rename(...args)
  })
  syncBuiltinESMExports()
})
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-till-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  delete faults.open
  delete faults.rename
  vi.unstubAllGlobals()
})

const onWindows = () => vi.stubGlobal('process', Object.create(process, { platform: { value: 'win32' } }))

test.each(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP'])(
  'a folder that can’t be synced (%s) is no reason to lose a receipt',
  async code => {
    faults.open = code
    await writeDurably({ folder, name: `${code}.json`, via: `${code}.tmp` }, 'a receipt')
    expect(readFileSync(join(folder, `${code}.json`), 'utf8')).toBe('a receipt')
  },
)

test('a disk that fails is one', async () => {
  faults.open = 'EIO'
  await expect(writeDurably({ folder, name: 'eio.json', via: 'eio.tmp' }, 'a receipt')).rejects.toThrow('EIO')
})

test.each(['EPERM', 'EACCES', 'EBUSY'])('Windows’ %s, by a virus scanner, is waited for', async code => {
  onWindows()
  faults.rename = [code, code, code]
  await writeDurably({ folder, name: `held-${code}.json`, via: 'held.tmp' }, 'a receipt')
  expect(readdirSync(folder)).toContain(`held-${code}.json`)
  expect(faults.rename).toEqual([])
})

test('elsewhere such an error is one at once', async () => {
  faults.rename = ['EPERM']
  await expect(move(join(folder, 'a'), join(folder, 'b'))).rejects.toThrow('EPERM')
})

test('a file is moved across volumes by a copy', async () => {
  await writeDurably({ folder, name: 'here.json', via: 'here.tmp' }, 'a receipt')
  faults.rename = ['EXDEV']
  await move(join(folder, 'here.json'), join(folder, 'there.json'))
  expect(readFileSync(join(folder, 'there.json'), 'utf8')).toBe('a receipt')
  expect(readdirSync(folder).filter(name => name.startsWith('here'))).toEqual([])
})
