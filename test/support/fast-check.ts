import fc from 'fast-check'
import { isExhaustive } from './scope.ts'

// The same each time, so that a failure of `npm test` is the change's; `npm run test:all` tries others.
if (!isExhaustive) fc.configureGlobal({ seed: 7 })

export default fc
