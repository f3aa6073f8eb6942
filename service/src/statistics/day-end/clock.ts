import { z } from 'zod'

/** A time of day such as `04:00`, as minutes after midnight. */
export const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time, such as 04:00')
  .transform(text => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))

/** Minutes after midnight as a clock shows them. */
export function clockText(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
