import type { Operation } from '../operation.ts'
import { receiptsPath } from '../paths.ts'

/** Path of the operations that only the console's own page uses. The merchant is the session's. */
export const consolePath = '/console/api'

const nowhere: Operation['handle'] = async () => {
  throw new Error('The operation has no handler.')
}

/** An operation for whoever is signed in to the console. It isn't in the OpenAPI. */
export function consoleOperation(
  id: string,
  method: Operation['method'],
  path: string,
  summary: string,
  handle: Operation['handle'] = nowhere,
): Operation {
  return {
    id,
    method,
    path: `${consolePath}${path}`,
    tag: 'Operation',
    summary,
    security: 'session',
    outcomes: {},
    handle,
  }
}

/** A merchant's operation for whoever is signed in: the same, at the console's path. */
export function adopted(operation: Operation, changes: Partial<Operation>): Operation {
  const path = `${consolePath}/receipts${operation.path.slice(receiptsPath.length)}`
  return { ...operation, path, security: 'session', ...changes }
}
