import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMessageFiles } from '../../../src/locale/words/message-files.ts'
import { builtMessages, shippedFolder } from '../../../src/locale/words/message-tables.ts'

test('the built messages are those of the folder', () => {
  const built = JSON.parse(readFileSync(new URL(`../../../dist/${builtMessages}`, import.meta.url), 'utf8'))
  const tables = [...readMessageFiles(shippedFolder)].map(([tag, table]) => [tag, Object.fromEntries(table)])
  expect(tables.length).toBeGreaterThan(10)
  expect(built).toEqual(Object.fromEntries(tables))
})
