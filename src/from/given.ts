/** An object with optional fields, of which some may not be known. */
type Maybe<Value> = { [Key in keyof Value]: Value[Key] | undefined }

/** Only the fields that are known: neither undefined, nor empty lists or objects. */
export function given<Value extends object>(fields: Maybe<Value>): Value {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && !isEmpty(value))
  return Object.fromEntries(known) as Value
}

/** The same; undefined if nothing is known. */
export function givenAny<Value extends object>(fields: Maybe<Value>): Value | undefined {
  const known = given<Value>(fields)
  return isEmpty(known) ? undefined : known
}

/** The texts that there are, on one line; undefined if there are none. */
export function joined(texts: readonly (string | undefined)[], by = ' '): string | undefined {
  return texts.filter(text => text !== undefined).join(by) || undefined
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
