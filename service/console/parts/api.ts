import { allows, type Role } from '../../src/people/roles.ts'
import { refusalWords } from './refusals.ts'
import { language, t } from './words.ts'

/** An answer that isn't the one hoped for. */
export class Failure extends Error {
  readonly status: number
  /** Machine-readable; null for most. */
  readonly code: string | null
  /** What is wrong, by field. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, if the service said so. */
  readonly wait: number | undefined
  /** Identifies the request in the service's log. */
  readonly reference: string | undefined

  constructor(status: number, body: ErrorBody, wait: number | undefined) {
    super(body.message ?? `HTTP ${status}`)
    this.status = status
    this.code = body.code ?? null
    this.wait = wait
    this.reference = body.referenceId
    this.fields = Object.fromEntries(
      Object.entries(body.errors ?? {}).map(([path, list]) => [path, list[0]?.message ?? '']),
    )
  }
}

interface ErrorBody {
  code?: string | null
  message?: string
  referenceId?: string
  errors?: Record<string, { message: string }[]>
}

interface CallOptions {
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
export async function ask<Answer>(path: string, { method, body, signal }: CallOptions = {}): Promise<Answer> {
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

/** What went wrong, in words for the person who reads them. */
export class WordedError extends Error {}

/** What went wrong, in words. */
export function failureWords(error: unknown): string {
  if (error instanceof WordedError) return error.message
  if (!(error instanceof Failure)) return t('failure.unexpected')
  const { status, fields, reference, wait } = error
  if (status === 0) return t('failure.network')
  if (status === 403) return t('failure.notAllowed')
  if (status === 404) return t('failure.notFound')
  if (status === 422) return Object.values(fields).map(refusalWords).join(' ')
  if (status === 429) return t('failure.tooMany', { seconds: wait ?? 60 })
  if (status === 503) return t('failure.busy')
  return reference === undefined ? t('failure.unexpected') : t('failure.withReference', { reference })
}

/** Who is signed in. */
export interface Session {
  name: string
  /** False for a till's key. */
  isPerson: boolean
  role: Role
  /** The ids of the stores they see; absent for all. */
  stores?: string[]
  /** Whether anybody signs in by password here. */
  passwords: boolean
  /** Whether administrators may upload and publish templates. */
  templateUploads: boolean
  merchant: { id: string; name: string }
}

/** Who is signed in; undefined if nobody is. */
export async function currentSession(): Promise<Session | undefined> {
  try {
    return await ask<Session>('/session')
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return undefined
    throw error
  }
}

/** Whether someone may do what needs a role. */
export function may({ role }: Session, needed: Role): boolean {
  return allows(role, needed)
}

/** The same of what is about the whole merchant, which those limited to some stores don't see. */
export function mayOfAll(session: Session, needed: Role): boolean {
  return session.stores === undefined && may(session, needed)
}
