import { Failure } from './api.ts'
import { make } from './dom.ts'
import { t } from './words.ts'

/** What went wrong, in words. */
export function failureWords(error: unknown): string {
  if (!(error instanceof Failure)) return t('failure.unexpected')
  const { status, fields, reference, wait } = error
  if (status === 0) return t('failure.network')
  if (status === 403) return t('failure.notAllowed')
  if (status === 404) return t('failure.notFound')
  if (status === 422) return Object.values(fields).join(' ')
  if (status === 429) return t('failure.tooMany', { seconds: wait ?? 60 })
  if (status === 503) return t('failure.busy')
  return reference === undefined ? t('failure.unexpected') : t('failure.withReference', { reference })
}

/** A notice of it. */
export function failureNotice(error: unknown): HTMLElement {
  return make('p.notice.wrong', { role: 'alert' }, failureWords(error))
}
