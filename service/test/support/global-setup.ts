import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundleProgram } from './bundle.ts'
import { startPostgres } from './postgres-server.ts'
import { sourceFile } from './spawn.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server that databases may be made on; empty without one. */
    postgresUrl: string
  }
}

/**
 * The suite runs on PostgreSQL too when TEST_DATABASE_URL names a server or this machine has the binaries of one. Processes of the
 * service run one bundled file, as `SERVICE_PROGRAM` tells them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? undefined : await startPostgres()
  project.provide('postgresUrl', given ?? server?.url ?? '')
  await bundleProgram(sourceFile, `${program}.${process.pid}`)
  await rename(`${program}.${process.pid}`, program)
  process.env.SERVICE_PROGRAM = program
  return async () => server?.stop()
}

/** Not in `dist`, which is packed. It stays, and with it its compiled code; a run beside this one may replace it. */
const program = fileURLToPath(new URL('../../node_modules/.cache/service.mjs', import.meta.url))
