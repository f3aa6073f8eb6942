import { nearest } from 'counterfoil'

/** OpenSSL's and Nix's own, one letter from `TLS_CERT_FILE`. */
const known = new Set(['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NIX_SSL_CERT_FILE'])

/** Variables that look like misspellings of ours. The environment is shared, so these are warnings, not errors. */
export function nearMisses(given: readonly string[], ours: readonly string[]): string[] {
  return given.flatMap(name => {
    const meant = ours.includes(name) || known.has(name) ? undefined : nearest(name, ours)
    return meant === undefined || isLongerName(name, meant) ? [] : [`${name}: did you mean ${meant}?`]
  })
}

/** PGHOST, MAILTO, TEST_DATABASE_URL: a longer name that contains ours belongs to another program. */
function isLongerName(name: string, ours: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll('_', '')
  return name.length > ours.length + 1 && plain(name).includes(plain(ours))
}
