import type { IncomingHttpHeaders } from 'node:http'

/** The languages of the console. */
export const consoleLanguages = [
  'en-US',
  'en-CA',
  'en-GB',
  'es-ES',
  'es-419',
  'fr-FR',
  'fr-CA',
  'de-DE',
  'ja-JP',
  'ar',
] as const

/** The language that the page asks in, which formats amounts and dates. */
export function languageOf({ 'accept-language': asked = '' }: IncomingHttpHeaders): string {
  return consoleLanguages.find(tag => tag === asked.split(',')[0]?.trim()) ?? 'en-US'
}
