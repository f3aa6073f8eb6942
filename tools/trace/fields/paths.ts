/** Appends a field or entry to a path, as in errors: `orders[0].items[1].name`. */
export function pathBelow(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}
