/** Reads the package's messages into one file in `dist/`, so that no process has to read and flatten sixteen. */
import { writeFileSync } from 'node:fs'
import { readMessageFiles } from '../src/locale/words/message-files.ts'
import { builtMessages, shippedFolder } from '../src/locale/words/message-tables.ts'

const tables = [...readMessageFiles(shippedFolder)].map(([tag, table]) => [tag, Object.fromEntries(table)])
writeFileSync(`dist/${builtMessages}`, JSON.stringify(Object.fromEntries(tables)))
