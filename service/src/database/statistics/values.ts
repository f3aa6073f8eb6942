/** `(?, ?), (?, ?)`: places for the values of rows. @param isNumbered as `$1`, for PostgreSQL */
export function valuesFor(rows: number, columns: number, isNumbered: boolean): string {
  let number = 0
  const value = () => (isNumbered ? `$${++number}` : '?')
  return Array.from({ length: rows }, () => `(${Array.from({ length: columns }, value).join(', ')})`).join(', ')
}
