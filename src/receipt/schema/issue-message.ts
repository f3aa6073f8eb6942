import { nearest } from '../../options/nearest.ts'
import type * as z from './zod.ts'

/** The interface's wording for zod's issues; undefined keeps the schema's own message. */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input == null
      ? 'may not be null'
      : `must be ${named[issue.expected] ?? issue.expected}${instead(issue.expected, issue.input)}`
  if (issue.code === 'invalid_value') return issue.input == null ? 'may not be null' : listed(issue.values, issue.input)
  return undefined
}

/** Values named in a message. */
const fewValues = 30

/** What a value must be; of a long list, the one that was probably meant. */
function listed(values: readonly unknown[], input: unknown): string {
  const words = values.map(String)
  if (words.length <= fewValues) return `must be one of ${words.join(', ')}`
  const meant = typeof input === 'string' ? nearest(input, words) : undefined
  const few = `${words.slice(0, 3).join(', ')} and ${words.length - 3} more`
  return meant === undefined ? `must be one of ${few}` : `must be one of ${few}; did you mean ${meant}?`
}

/** The last step to the right value, where what was sent says which one was meant. Repeats nothing of it. */
function instead(expected: string, input: unknown): string {
  if (expected === 'number' && typeof input === 'string' && /\p{Nd}/u.test(input)) {
    if (/^[\d.\s]+-\s*$/.test(input)) return ', with the minus sign first, such as -12.50'
    if (/^[-+\s]*(\.\d+|\d+\.)\s*$/.test(input)) return ', with digits before and after the point, such as 0.50'
    if (/[^-+.\d\s]|\d\s+\d/.test(input)) return ', without currency signs or separators of thousands, such as 1126.99'
  }
  if (expected === 'number' && typeof input === 'object')
    return `, not ${Array.isArray(input) ? 'a list' : 'an object'}, such as 18.99`
  if (expected === 'string' && Array.isArray(input)) return ', not a list: join it to one text'
  if (expected === 'string' && input instanceof Date) return ', not a Date: send its toISOString()'
  if (expected === 'string' && typeof input === 'number') return ', in quotation marks'
  if (expected === 'array' && typeof input === 'object') return ': put the object in brackets, [{ … }]'
  if (expected === 'object' && Array.isArray(input)) return ', not a list'
  return ''
}

const named: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}
