import type { IncomingHttpHeaders } from 'node:http'
import { languages } from '../../console/languages.ts'

/** The language that the page asks in, which formats amounts and dates. */
export function languageOf({ 'accept-language': asked = '' }: IncomingHttpHeaders): string {
  return Object.keys(languages).find(tag => tag === asked.split(',')[0]?.trim()) ?? 'en-US'
}
