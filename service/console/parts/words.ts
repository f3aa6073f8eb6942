import { createLookup, readLanguageTag } from '../../../src/locale/resolve/lookup.ts'
import type en from '../locales/en.json'
import { languages } from './languages.ts'

type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${PluralSuffix}` ? Base : Key
type PathsOf<Part> = {
  [Key in keyof Part & string]: Part[Key] extends string ? WithoutPlural<Key> : `${Key}.${PathsOf<Part[Key]>}`
}[keyof Part & string]

/** The name of one of the console's messages, such as `find.title`. */
export type Word = PathsOf<typeof en>

/** The language in use: a tag of `languages().console`. */
export let language = 'en-US'

let table: Readonly<Record<string, string>> = {}
let plurals = new Intl.PluralRules('en')

/** Fetches a language's words and writes the page in its direction. */
export async function speak(tag: string): Promise<void> {
  const answer = await fetch(new URL(`./words/${tag}.json`, import.meta.url))
  table = await answer.json()
  language = tag
  plurals = new Intl.PluralRules(tag)
  document.documentElement.lang = tag
  document.documentElement.dir = /^(?:ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr'
}

/** The words for a message. `count` chooses the plural form. */
export function t(key: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const { count } = values
  const form = typeof count === 'number' ? table[`${key}_${plurals.select(count)}`] : undefined
  const text = form ?? table[key] ?? table[`${key}_other`] ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? number(value) : isolated(value ?? '')
  })
}

/** A value that may run against the sentence's direction keeps to itself (Unicode's first-strong isolate). */
function isolated(value: string): string {
  const isNeeded = document.documentElement.dir === 'rtl' || /[\u0590-\u08ff]/.test(value)
  return isNeeded ? `\u2068${value}\u2069` : value
}

/** An amount, in which the sign of `US$` keeps its place among letters that run the other way. */
export function amountWords(text: string): string {
  return document.documentElement.dir === 'rtl' ? text.replace(/[A-Z]+\p{Sc}/gu, '\u2066$&\u2069') : text
}

/** The words for a key that is made up, such as a code; undefined if there are none. */
export function known(key: string, values: Readonly<Record<string, string | number>> = {}): string | undefined {
  return key in table ? t(key as Word, values) : undefined
}

/** A number as the language writes it, with Latin digits as on receipts. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(language, { ...options, numberingSystem: 'latn' }).format(value)
}

/** A date as the language writes it, with Latin digits. */
export function dateWords(date: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...options, numberingSystem: 'latn', calendar: 'gregory' }).format(date)
}

/** A moment on this device's clock: only the time if it is today. */
export function timeText(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const isToday = date.toDateString() === now.toDateString()
  return dateWords(date, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) })
}

/** A day without a time, such as `2026-11-20`. */
export function dayText(day: string): string {
  return dateWords(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
}

/** A day without a time, and without the year if that is this one. */
export function shortDay(day: string, now = new Date()): string {
  const isThisYear = day.startsWith(`${now.getFullYear()}-`)
  const parts = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return dateWords(new Date(`${day}T00:00:00Z`), isThisYear ? parts : { ...parts, year: 'numeric' })
}

/**
 * A time as the clock showed it where it was made, with that clock's zone if this device has another: what is listed by moment reads as
 * sorted.
 *
 * @param iso with the offset of that clock
 */
export function clockText(iso: string): string {
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d):(\d\d)$/.exec(iso) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const date = new Date(iso)
  const text = dateWords(new Date(date.getTime() + offset * 60_000), { timeStyle: 'short', timeZone: 'UTC' })
  if (offset === -date.getTimezoneOffset()) return text
  const zone = `${sign === '-' ? '\u2212' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
  return `${text} UTC${offset === 0 ? '' : zone}`
}

const choiceKey = 'counterfoil-language'

/** The language chosen here before, or else the first of the browser's that there is. */
export function preferredLanguage(): string {
  const tags = Object.keys(languages().console)
  const kept = localStorage.getItem(choiceKey)
  return kept !== null && tags.includes(kept) ? kept : nearestLanguage(navigator.languages, tags)
}

/**
 * The language for someone who reads these: in the same script, as Taiwan isn't served simplified Chinese; English if there is none.
 *
 * @param wanted tags, the dearest first; some systems give such that are none, like `en-US@posix`
 * @param tags of the languages that there are
 */
export function nearestLanguage(wanted: readonly string[], tags: readonly string[]): string {
  const lookup = createLookup(tags)
  const found = wanted.map(each => lookup(readLanguageTag(each) ?? 'und'))
  return found.find(tag => tag !== undefined) ?? 'en-US'
}

/** Remembers a language on this device, and opens the page in it. */
export function chooseLanguage(tag: string): void {
  localStorage.setItem(choiceKey, tag)
  location.reload()
}
