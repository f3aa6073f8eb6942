import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commandOf } from '../../test/support/processes.ts'
import { isExhaustive } from '../../test/support/scope.ts'
import { databases } from './support/service.ts'

/** Starts what a run of the tests starts before them, with a server whose files are in a folder of their own. */
function startRun(): { run: ChildProcess; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-run-'))
  // PostgreSQL's user isn't root.
  chmodSync(folder, 0o755)
  const module = (name: string) => JSON.stringify(new URL(`support/${name}.ts`, import.meta.url).href)
  const program = `
    import { startPostgres } from ${module('postgres-server')}
    import { makeEmptyDatabases } from ${module('empty-databases')}
    // As Vitest ends.
    process.once('SIGINT', () => process.exit(130))
    const { url } = await startPostgres({ fsync: 'on' })
    console.log((await makeEmptyDatabases(url)).databases.folder)
    setInterval(() => {}, 1000)`
  const run = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    run.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return { run, folder }
}

/** The server of a run, once it has its number. */
async function serverIn(folder: string): Promise<number> {
  const numbers = () => globSync('counterfoil-postgres-*/data/postmaster.pid', { cwd: folder })
  await expect.poll(numbers, { interval: 2 }).toHaveLength(1)
  const number = () => Number.parseInt(readFileSync(join(folder, numbers()[0] ?? ''), 'utf8'), 10)
  await expect.poll(number, { interval: 2 }).toBeGreaterThan(0)
  return number()
}

/** Neither the server nor its files are there. */
async function expectNothingLeft(server: number, folder: string): Promise<void> {
  await expect.poll(() => commandOf(server)).toBe('')
  await expect.poll(() => readdirSync(folder).filter(name => name.startsWith('counterfoil-postgres-'))).toEqual([])
}

test.runIf(isExhaustive && databases.includes('PostgreSQL'))(
  'a run that is interrupted leaves no server and no databases',
  async () => {
    const { run, folder } = startRun()
    const [said] = await once(run.stdout as NodeJS.ReadableStream, 'data')
    const empty = String(said).trim()
    expect(existsSync(empty)).toBe(true)
    const server = await serverIn(folder)
    run.kill('SIGINT')
    expect(await once(run, 'exit')).toEqual([130, null])
    await expectNothingLeft(server, folder)
    expect(existsSync(empty)).toBe(false)
  },
)

test.runIf(isExhaustive && databases.includes('PostgreSQL'))(
  'nor does one that is killed while the server starts',
  async () => {
    const { run, folder } = startRun()
    const server = await serverIn(folder)
    run.kill('SIGKILL')
    await once(run, 'exit')
    await expectNothingLeft(server, folder)
  },
)
