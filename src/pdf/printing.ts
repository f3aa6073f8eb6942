/** What only printing needs: a process that sends mails doesn't load it. */

export { dataFile } from '../structured/structured.ts'
export { mergeParts } from './merge/merge-parts.ts'
export { openPrinter } from './print.ts'
