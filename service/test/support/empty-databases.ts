import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/database.ts'
import { memoryFolder } from './memory-folder.ts'
import { makeDatabase } from './postgres-server.ts'

/** Databases that have their tables and nothing in them. A test's own is a copy: to make the tables takes four times as long. */
export interface EmptyDatabases {
  /** The data folder of an embedded one. */
  folder: string
  /** The name of one on the PostgreSQL server; empty without a server. */
  onServer: string
}

/** @param postgresUrl empty without a server */
export async function makeEmptyDatabases(
  postgresUrl: string,
): Promise<{ databases: EmptyDatabases; remove(): Promise<void> }> {
  const folder = mkdtempSync(join(memoryFolder, 'counterfoil-empty-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  // A run that is interrupted ends without more.
  process.once('exit', removeFolder)
  const made = postgresUrl ? await makeDatabase(postgresUrl) : undefined
  for (const place of [{ folder }, ...(made ? [{ url: made.url }] : [])]) await (await openDatabase(place)).close()
  return {
    databases: { folder, onServer: made ? new URL(made.url).pathname.slice(1) : '' },
    async remove() {
      await made?.drop()
      process.off('exit', removeFolder)
      removeFolder()
    },
  }
}
