import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/package-root.ts'
import { longFiles } from './support/longest-first.ts'

test('the files that are started first exist, and each is named once', () => {
  expect(longFiles.filter(name => !existsSync(join(packageRoot, name)))).toEqual([])
  expect(new Set(longFiles).size).toBe(longFiles.length)
})
