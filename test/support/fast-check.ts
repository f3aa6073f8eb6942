import fc from 'fast-check'
import { isExhaustive } from './scope.ts'

// The same each time, so that a failure of `npm test` is the change's; `npm run test:all` tries others.
if (!isExhaustive) fc.configureGlobal({ seed: 7 })

export default fc

/** Any character. That of `unit: 'binary'` lists all a million before its first text, which takes two seconds and 200 MB. */
export const anyCharacter = fc
  .nat(0x10ffff - 0x800)
  .map(code => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))

const inUrl = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&()*+,;=:@'),
  },
  { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) },
)
const segment = fc.string({ unit: inUrl, maxLength: 10 })

/** An address on the web. `fc.webUrl` lists all those characters, too. */
export const anyUrl = fc
  .tuple(
    fc.constantFrom('https', 'http'),
    fc.domain(),
    fc.array(segment, { maxLength: 5 }),
    fc.option(fc.string({ unit: fc.oneof({ weight: 9, arbitrary: inUrl }, fc.constantFrom('/', '?')), maxLength: 20 })),
  )
  .map(
    ([scheme, domain, path, query]) =>
      `${scheme}://${domain}${path.map(part => `/${part}`).join('')}${query === null ? '' : `?${query}`}`,
  )
