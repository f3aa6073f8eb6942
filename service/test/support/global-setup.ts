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
  process.env.SERVICE_PROGRAM = await bundleProgram(sourceFile, 'service')
  return async () => server?.stop()
}
