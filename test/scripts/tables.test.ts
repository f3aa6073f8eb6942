import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tables } from '../../scripts/build-tables.ts'

test.each(Object.entries(tables))('%s is what the published data say (npm run tables)', (name, text) => {
  expect(readFileSync(new URL(`../../src/generated/${name}`, import.meta.url), 'utf8')).toBe(text())
})
