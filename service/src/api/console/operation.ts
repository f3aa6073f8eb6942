import type { z } from 'zod'
import type { Operation } from '../operation.ts'
import { consolePath, receiptsPath } from '../paths.ts'

/** An operation for whoever is signed in to the console, at a method and path such as `GET /stores`. It isn't in the OpenAPI. */
export function consoleOperation<Query extends z.ZodObject, Body extends z.ZodType>(
  id: string,
  at: `${Operation['method']} /${string}`,
  summary: string,
  more: Pick<Operation<Query, Body>, 'handle'> & Partial<Operation<Query, Body>>,
): Operation {
  const [method, path] = at.split(' ') as [Operation['method'], string]
  return {
    ...{ id, method, path: `${consolePath}${path}`, summary },
    ...({ tag: 'Operation', security: 'session', outcomes: {} } as const),
    ...more,
  }
}

/** A merchant's operation for whoever is signed in: the same, at the console's path. */
export function adopted(operation: Operation, changes: Partial<Operation>): Operation {
  const path = `${consolePath}/receipts${operation.path.slice(receiptsPath.length)}`
  return { ...operation, path, security: 'session', ...changes }
}
