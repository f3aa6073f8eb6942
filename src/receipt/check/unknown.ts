import { type Notes, pathOf, type UnknownField } from '../notes.ts'
import type { ObjectField } from '../schema/field.ts'
import { isObject } from '../tidy/clean.ts'
import { shapeAdvice } from './advice.ts'
import { fieldAt } from './field-at.ts'
import { type Meant, meantField, namedField, spelled } from './meant.ts'
import { otherWays } from './other-names.ts'

/**
 * Ends the warnings about unknown fields with the fields that were probably meant, and what those look like if the value has another shape.
 *
 * @returns the paths of those fields, each with the name under which it was sent
 */
export function adviseUnknown({ unknown }: Notes, receipt: ObjectField): ReadonlyMap<string, string> {
  const sentAs = new Map<string, string>()
  const meantOf = lookup(receipt)
  for (const { warning, ...field } of unknown) {
    const found = wrapped(field, receipt, meantOf)
    if (found.length === 0) found.push(...direct(field, receipt, meantOf))
    if (found.length === 0) {
      warning.message += otherWay(field, receipt)
      continue
    }
    const isWrapper = found.some(({ sent }) => sent !== field.key)
    const said = found.map(({ said, sent }) => (isWrapper ? `${said} by ${sent}` : said))
    warning.message += ` Did you mean ${said.join(', ')}?`
    for (const { path, sent } of found) if (plainName.test(sent)) sentAs.set(path, sent)
  }
  return sentAs
}

/** Where a missing field was probably sent: its name, or that of a part of it. */
export function sentAsAdvice(path: string, sentAs: ReadonlyMap<string, string>): string {
  const whole = sentAs.get(path)
  if (whole !== undefined) return `; did you send it as ${whole}?`
  const part = [...sentAs].find(([meant]) => meant.startsWith(`${path}.`))
  return part ? `; did you mean ${part[0]} by ${part[1]}?` : ''
}

/** Anything else may be what a customer typed, so it isn't repeated. */
const plainName = /^[A-Za-z][\w.]{0,80}$/

type Stray = Omit<UnknownField, 'warning'>

interface Found {
  path: string
  /** As it is written beside what was sent. */
  said: string
  sent: string
}

type MeantOf = (key: string, holder: ObjectField) => Meant | undefined

/** Looks a name up once in an object: all lines of a receipt may have it. */
function lookup(receipt: ObjectField): MeantOf {
  const known = new Map<string, Meant | undefined>()
  return (key, holder) => {
    const both = `${holder.name} ${key}`
    if (!known.has(both)) known.set(both, meantField(key, holder, receipt))
    return known.get(both)
  }
}

function direct(field: Stray, receipt: ObjectField, meantOf: MeantOf): Found[] {
  const { within, key, value, beside } = field
  const holder = holderOf(field, receipt)
  const meant = holder && meantOf(key, holder)
  if (!meant) return []
  const { path, isOfReceipt, isByTable } = meant
  const isNear = !isOfReceipt && !path.includes('.')
  // A till that sends both has a field of its own.
  if (isByTable && isNear && Object.hasOwn(beside, path)) return []
  const whole = within && !isOfReceipt ? `${pathOf(within)}.${path}` : path
  const named = isNear ? path : isOfReceipt && !path.includes('.') ? `${path} of the receipt` : whole
  return [{ path: whole, said: named + shapeAdvice(fieldAt(receipt, whole), value), sent: key }]
}

/** Fields that were sent in an object around them: `transactionNumber` by `transaction.number`, `name` by `product.name`. */
function wrapped(field: Stray, receipt: ObjectField, meantOf: MeantOf): Found[] {
  const { within, key, value } = field
  const holder = isObject(value) && plainName.test(key) ? holderOf(field, receipt) : undefined
  if (!holder || !isObject(value)) return []
  const known = meantOf(key, holder)
  if (known && fieldAt(holder, known.path)?.kind === 'object') return []
  return Object.keys(value)
    .slice(0, mostInside)
    .filter(inner => plainName.test(inner))
    .flatMap(inner => {
      const meant = [`${key}_${inner}`, inner]
        .map(name => namedField(name, holder, receipt))
        .find(meant => meant && !meant.isByTable && !meant.isOfReceipt)
      if (!meant) return []
      const path = within ? `${pathOf(within)}.${meant.path}` : meant.path
      return [{ path, said: meant.path, sent: `${key}.${inner}` }]
    })
}

/** Fields of an object that are looked at. */
const mostInside = 10

/** How the interface says what the field would, if it needs no field for it: a sentence, with a space before it. */
function otherWay(field: Stray, receipt: ObjectField): string {
  const holder = plainName.test(field.key) ? holderOf(field, receipt) : undefined
  const way = holder && ways.get(`${holder.name} ${spelled(field.key)}`)
  return way === undefined ? '' : ` ${way}`
}

/** By object and name. */
const ways = new Map(
  Object.entries(otherWays).flatMap(([object, said]) =>
    Object.entries(said).flatMap(([way, names]) =>
      names.split(' ').map(name => [`${object} ${spelled(name)}`, way] as const),
    ),
  ),
)

function holderOf({ within }: Stray, receipt: ObjectField): ObjectField | undefined {
  const holder = within ? fieldAt(receipt, pathOf(within)) : receipt
  return holder?.kind === 'object' ? holder : undefined
}
