/** A map's value of a key; one that is missing is made, and kept. */
export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => NoInfer<Value>): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}

/** An object without the fields that are undefined. */
export function defined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
