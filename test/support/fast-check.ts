import fc from 'fast-check'
import { isExhaustive } from './scope.ts'

// The same each time, so that a failure of `npm test` is the change's; `npm run test:all` tries others.
if (!isExhaustive) fc.configureGlobal({ seed: 7 })

export default fc

/** Any character. That of `unit: 'binary'` lists all a million before its first text, which takes two seconds and 200 MB. */
export const anyCharacter = fc
  .nat(0x10ffff - 0x800)
  .map(code => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))
