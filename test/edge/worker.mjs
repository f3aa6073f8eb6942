import ar from './languages/ar.js'
import ja from './languages/ja.js'
import { made } from './made.mjs'
import * as mail from './mail.js'

/** A worker that answers receipts with what it made of them. */
export default {
  fetch: async request => new Response(made(mail, [ar, ja], await request.json())),
}
