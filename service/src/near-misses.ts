import { nearest } from 'counterfoil'

/** Variables that are not ours but nearly. The environment is shared, so they are named and not refused. */
export function nearMisses(given: readonly string[], ours: readonly string[]): string[] {
  return given.flatMap(name => {
    const meant = ours.includes(name) ? undefined : nearest(name, ours)
    return meant === undefined || isLongerName(name, meant) ? [] : [`${name}: did you mean ${meant}?`]
  })
}

/** PGHOST, MAILTO, TEST_DATABASE_URL: our name with more around it is another program's. */
function isLongerName(name: string, ours: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll('_', '')
  return name.length > ours.length + 1 && plain(name).includes(plain(ours))
}
