import { existsSync } from 'node:fs'
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../errors/fault.ts'
import type { Config } from '../settings/config.ts'

/** The mails in files, whether or not mails still go there. */
export interface MailFiles {
  /** How many files these deliveries have. */
  count(deliveryIds: readonly string[]): Promise<number>
  /** Deletes them; returns how many. */
  remove(deliveryIds: readonly string[]): Promise<number>
  /** The deliveries that have files. */
  deliveries(): Promise<string[]>
}

/** The folder of mails in files. */
export function mailFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'mails')
}

/** What the folder transport writes; `part` is half written. */
const endings = ['eml', 'json', 'eml.part', 'json.part'] as const

/** The mails in a folder, which need not exist. */
export function createMailFiles(folder: string): MailFiles {
  const pathsOf = (ids: readonly string[]) => ids.flatMap(id => endings.map(ending => join(folder, `${id}.${ending}`)))

  return {
    count: async deliveryIds => pathsOf(deliveryIds).filter(path => existsSync(path)).length,
    async remove(deliveryIds) {
      const removed = await Promise.all(pathsOf(deliveryIds).map(removeFile))
      return removed.filter(Boolean).length
    },
    deliveries: async () => [...new Set((await namesIn(folder)).map(deliveryOf).filter(id => id !== undefined))],
  }
}

async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(error => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
}

function deliveryOf(name: string): string | undefined {
  return /^([0-9a-f]{32})\.(?:eml|json)(?:\.part)?$/.exec(name)?.[1]
}
