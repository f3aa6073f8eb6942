import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundleProgram } from './bundle.ts'
import { type EmptyDatabases, makeEmptyDatabases } from './empty-databases.ts'
import { sweepMemory } from './memory-folder.ts'
import { startPostgres } from './postgres-server.ts'
import { sourceFile } from './spawn.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server that databases may be made on; empty without one. */
    postgresUrl: string
    emptyDatabases: EmptyDatabases
  }
}

/**
 * The suite runs on PostgreSQL too when TEST_DATABASE_URL names a server, or isn't set and this machine has the binaries of one. Processes of the
 * service run a few bundled files, the first as `SERVICE_PROGRAM` tells them; its thread, `SERVICE_JOBS`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweepMemory()
  const given = process.env.TEST_DATABASE_URL
  const server = given === undefined ? await startPostgres() : undefined
  const postgresUrl = given ?? server?.url ?? ''
  const empty = await makeEmptyDatabases(postgresUrl)
  project.provide('postgresUrl', postgresUrl)
  project.provide('emptyDatabases', empty.databases)
  process.env.SERVICE_PROGRAM = await bundleProgram(sourceFile, 'service')
  // The programs of its thread are beside it, by their own names.
  const thread = (path: string) => fileURLToPath(new URL(`../../src/${path}.ts`, import.meta.url))
  await bundleProgram(thread('merchants/apart/worker'), 'worker')
  await bundleProgram(thread('merchants/templates/examine'), 'examine')
  const jobs = await bundleProgram(thread('receipts/jobs'), 'jobs')
  mkdirSync(new URL('receipts/', pathToFileURL(jobs)), { recursive: true })
  writeFileSync(new URL('receipts/jobs.mjs', pathToFileURL(jobs)), "export * from '../jobs.mjs'\n")
  process.env.SERVICE_JOBS = pathToFileURL(jobs).href
  return async () => {
    await empty.remove()
    await server?.stop()
  }
}
