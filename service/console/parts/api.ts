import { language } from './words.ts'

/** An answer that isn't the one hoped for. */
export class Failure extends Error {
  readonly status: number
  /** What is wrong, by field. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, if the service said so. */
  readonly wait: number | undefined
  /** Identifies the request in the service's log. */
  readonly reference: string | undefined

  constructor(status: number, body: ErrorBody, wait: number | undefined) {
    super(body.message ?? `HTTP ${status}`)
    this.status = status
    this.wait = wait
    this.reference = body.referenceId
    this.fields = Object.fromEntries(
      Object.entries(body.errors ?? {}).map(([path, list]) => [path, list.map(({ message }) => message).join(' ')]),
    )
  }
}

interface ErrorBody {
  message?: string
  referenceId?: string
  errors?: Record<string, { message: string }[]>
}

export interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
}

/**
 * Asks one of the console's operations.
 *
 * @param path below `/console/api`
 * @throws Failure for every answer but a success
 */
export async function ask<Answer>(path: string, { method, body, signal }: Asked = {}): Promise<Answer> {
  const answer = await fetch(`/console/api${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'accept-language': language,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch(error => {
    if (error instanceof DOMException) throw error
    throw new Failure(0, {}, undefined)
  })
  const json: unknown = answer.headers.get('content-type')?.startsWith('application/json')
    ? await answer.json()
    : undefined
  if (answer.ok) return json as Answer
  const wait = answer.headers.get('retry-after')
  throw new Failure(answer.status, (json ?? {}) as ErrorBody, wait === null ? undefined : Number(wait))
}
