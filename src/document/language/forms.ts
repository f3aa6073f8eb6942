import { createFormats, type Format } from '../../locale/format/format.ts'
import { decimalOf } from '../../receipt/tidy/clean.ts'
import { isolateFor, withoutIsolates } from '../../view/direction.ts'
import { shownDate } from '../../view/presenting.ts'
import type { FormatsView } from '../../view/receipt-view.ts'

/** What a form uses of the page: its direction, and what dates and numbers depend on. */
export interface FormPage {
  dir: 'ltr' | 'rtl'
  formats?: FormatsView | undefined
}

/**
 * The helpers that write what a till sent in a field of its own as the receipt writes such values: `{{date extra.checkOut}}`. Each takes a
 * text of the view and gives one, isolated and in one piece; what is no date or number stays as it is.
 */
export const forms = {
  /** The day of an ISO 8601 date or date-time. */
  date: (page: FormPage, value: string) => dated(page, value, 'date'),
  /** The day and, where one was sent, the time. */
  dateTime: (page: FormPage, value: string) => dated(page, value, 'dateTime'),
  /** A decimal number as an amount in the receipt's currency. */
  money: (page: FormPage, value: string) => counted(page, value, 'money'),
  /** A decimal number with the language's marks. */
  number: (page: FormPage, value: string) => counted(page, value, 'number'),
}

/** Whether a helper's name is that of a form. Alone, it is a field's: `{{date}}` is the date of a payment. */
export function isForm(word: string): word is keyof typeof forms {
  return Object.hasOwn(forms, word)
}

function dated(page: FormPage, value: string, style: 'date' | 'dateTime'): string {
  const f = formatOf(page)
  return f ? shownDate({ f, isolate: isolateFor(page.dir) }, sentText(value), style) : value
}

function counted(page: FormPage, value: string, form: 'money' | 'number'): string {
  const number = decimalOf(sentText(value))
  const f = formatOf(page)
  return number === undefined || !f ? value : isolateFor(page.dir).amount(f[form](number))
}

function formatOf({ formats }: FormPage): Format | undefined {
  return formats && formatFor(formats.tag, formats)
}

/** Without words for units, which no form writes. */
const formatFor = createFormats(() => undefined)

/** A text of the view as it was sent. */
function sentText(value: string): string {
  return withoutIsolates(value).replaceAll('\u00a0', ' ')
}
