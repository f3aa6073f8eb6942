/** The option, or no property at all if it is undefined. */
export function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [K in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [K in Name]?: Value })
}

/** Both objects' options as one; of one that both have, the second's, unless that is undefined. */
export function overlaid<Options extends object>(below: Options | undefined, above: Options | undefined): Options {
  const given = Object.entries(above ?? {}).filter(([, value]) => value !== undefined)
  return { ...below, ...(Object.fromEntries(given) as Options) } as Options
}
