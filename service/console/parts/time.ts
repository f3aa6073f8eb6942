import { make } from './dom.ts'
import { language } from './words.ts'

/** A moment on this device's clock: only the time if it is today. */
export function timeText(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const isToday = date.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(language, {
    ...(isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }),
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).format(date)
}

/** A day without a time, such as `2026-11-20`. */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).format(new Date(`${day}T00:00:00Z`))
}

/** The same as an element that programs can read. */
export function moment(iso: string): HTMLElement {
  return make('time', { datetime: iso }, make('bdi', {}, timeText(iso)))
}
