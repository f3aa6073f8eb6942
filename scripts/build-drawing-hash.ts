/** Writes the hash of all that draws receipts into `dist/`. Runs last. */
import { writeFileSync } from 'node:fs'
import { drawingHash } from './drawing-hash.ts'

writeFileSync('dist/drawing-hash', drawingHash('.'))
