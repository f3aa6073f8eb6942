// Stage `options`: options, and the words that say which are wrong.
// It knows no other stage; `standards` and those after it may call it.

import { OptionError } from '../errors.ts'
import { nearest } from './nearest.ts'

/** What a value may be, and the error message. */
export interface OptionKind {
  is(value: unknown): boolean
  /** Completes "brand.color …". */
  must: string
}

/** A number from `least` to `most`, which are finite: no option takes `NaN`, infinity or digits in a string. */
export interface NumberKind extends OptionKind {
  least: number
  most: number
}

/** All options of a type, with their kinds. Adding an option to the type does not compile until it is added here, a number's with its range. */
export type KnownOptions<Options> = {
  readonly [Name in keyof Required<Options>]: [Exclude<Options[Name], undefined>] extends [number]
    ? NumberKind
    : OptionKind
}

/**
 * Checks a call's options at run time, for plain JavaScript: names must be known, and values must have the right type.
 * `undefined` values are ignored.
 *
 * @param path of the options, such as `brand`; empty for the call's top-level options
 * @throws OptionError that names the wrong option and suggests the right one
 */
export function checkOptions<Options>(path: string, given: unknown, known: KnownOptions<Options>): void {
  if (given === undefined) return
  if (!anObject.is(given)) throw new OptionError(`${path || 'the options'}: ${anObject.must}`)
  const kinds = known as Readonly<Record<string, OptionKind>>
  for (const name of Object.keys(given as object)) {
    const value = (given as Record<string, unknown>)[name]
    if (value === undefined) continue
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind) throw new OptionError(unknownOption(path, name, Object.keys(kinds)))
    if (kind.is(value)) continue
    throw new OptionError(`${path ? `${path}.` : ''}${name}: ${kind.must}`)
  }
}

function unknownOption(path: string, name: string, names: readonly string[]): string {
  const other = alsoCalled.get(name) ?? []
  const meant =
    other.find(known => names.includes(known)) ?? nearest(name, names) ?? names.find(known => name.startsWith(known))
  const advice = meant ? `did you mean "${meant}"?` : `there are ${names.join(', ')}`
  return `${path ? `${path}: there is no "${name}"` : `there is no option "${name}"`}; ${advice}`
}

/** What other libraries call our options. */
const alsoCalled: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    lang: ['locale', 'locales'],
    language: ['locale', 'locales'],
    locale: ['locales'],
    format: ['paper', 'type'],
    size: ['paper', 'width'],
    pageSize: ['paper'],
    theme: ['variant', 'colorScheme'],
    look: ['variant'],
    dark: ['colorScheme'],
    timeoutMs: ['timeout'],
    concurrency: ['processes'],
    primaryColor: ['color'],
  }),
)

/** For a value that is checked elsewhere, with a better message. */
export const anything: OptionKind = { is: () => true, must: '' }

/** Any string, also an empty one. */
export const aText: OptionKind = { is: value => typeof value === 'string', must: 'must be a string' }

/** A number in a range. @param unit after it in the message, such as `of px` */
export function aNumber(least: number, most: number, unit = ''): NumberKind {
  const must = `must be a number ${unit && `${unit} `}from ${least} to ${most}`
  return { is: value => typeof value === 'number' && least <= value && value <= most, must, least, most }
}

/** A whole number in a range. @param unit as for `aNumber` */
export function aWholeNumber(least: number, most: number, unit = ''): NumberKind {
  const { is, must } = aNumber(least, most, unit)
  return {
    is: value => Number.isInteger(value) && is(value),
    must: must.replace('a number', 'a whole number'),
    least,
    most,
  }
}

/** A boolean, nothing that is merely truthy. */
export const aFlag: OptionKind = { is: value => typeof value === 'boolean', must: 'must be true or false' }

/** A function; its parameters can't be checked. */
export const aFunction: OptionKind = { is: value => typeof value === 'function', must: 'must be a function' }

/** A list of anything; who takes it checks its entries. */
export const aList: OptionKind = { is: Array.isArray, must: 'must be a list' }

/** An object that is no list, and not `null`. */
export const anObject: OptionKind = {
  is: value => typeof value === 'object' && value !== null && !Array.isArray(value),
  must: 'must be an object',
}

/** Both objects' options as one; of one that both have, the second's, unless that is undefined. */
export function overlaid<Options extends object>(below: Options | undefined, above: Options | undefined): Options {
  const given = Object.entries(above ?? {}).filter(([, value]) => value !== undefined)
  return { ...below, ...(Object.fromEntries(given) as Options) } as Options
}
