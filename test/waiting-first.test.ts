import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/package-root.ts'
import { longFiles, waitingFiles } from './support/waiting-first.ts'

test('the files that are started first exist', () => {
  expect([...waitingFiles, ...longFiles].filter(name => !existsSync(join(packageRoot, name)))).toEqual([])
})
