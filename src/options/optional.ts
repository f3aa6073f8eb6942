/** The option, or nothing at all where it has no value. */
export function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [K in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [K in Name]?: Value })
}
