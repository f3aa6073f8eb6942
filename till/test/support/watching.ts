import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { LogEntry } from '../../src/basics/log.ts'
import { type DropFolder, openDropFolder } from '../../src/drop/drop-folder.ts'
import { watchDrop } from '../../src/drop/watch.ts'
import { openSeal } from '../../src/spool/seal.ts'
import { openTill } from '../../src/till.ts'
import type { FakeService } from './fake-service.ts'
import { newFolder } from './spool-folder.ts'

export const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 10, timeout: 60_000 }).toBe(true)

export const resultOf = (drop: string, name: string) =>
  JSON.parse(readFileSync(join(drop, `${name}.result.json`), 'utf8'))

export const hasResult = (drop: string, name: string) => existsSync(join(drop, `${name}.result.json`))

/** The files in a folder and those below; no links, and nothing behind them, where node's own walk would go. */
export function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap(entry => {
    const name = join(below, entry.name)
    return entry.isDirectory() ? filesBelow(folder, name) : entry.isFile() ? [name] : []
  })
}

export interface Watching {
  drop?: string
  spool?: string
  spoolKey?: string
  now?: () => number
  /** Puts something between the watch and its folder. */
  through?: (folder: DropFolder) => DropFolder
}

/** Watches a folder in this process until the test is over. */
export async function watch(service: FakeService, given: Watching = {}) {
  const { drop = newFolder(), spool = newFolder(), spoolKey = [], now = Date.now, through = folder => folder } = given
  const log: LogEntry[] = []
  const stopping = new AbortController()
  const till = await openTill({ ...service.options, spool, spoolKey, log: entry => log.push(entry) })
  const folder = await openDropFolder(drop, { seal: openSeal([spoolKey].flat()), now })
  const watching = watchDrop({
    till,
    drop: through(folder),
    checkout: {},
    afterFault: 200,
    now,
    log: entry => log.push(entry),
    signal: stopping.signal,
  })
  let stopped: Promise<void> | undefined
  const end = async () => {
    stopping.abort()
    await watching
    await till.close()
  }
  const stop = () => {
    stopped ??= end()
    return stopped
  }
  onTestFinished(stop)
  return { drop, spool, log, stop }
}
