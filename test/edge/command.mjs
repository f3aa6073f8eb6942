import ar from './languages/ar.js'
import ja from './languages/ja.js'
import { made } from './made.mjs'
import * as mail from './mail.js'

// For Deno, which has no `process`, and Bun.
const read = path => (globalThis.Deno ? Deno.readTextFileSync(path) : Bun.file(path).text())
const receipts = JSON.parse(await read(new URL('receipts.json', import.meta.url).pathname))
console.log(made(mail, [ar, ja], receipts))
