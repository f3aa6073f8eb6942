import { setTimeout as wait } from 'node:timers/promises'
import { openWorker } from './worker.js'

const { FOLDER = 'receipts', SMTP_URL = 'smtp://127.0.0.1:2525', MAIL_FROM = 'receipts@example.com' } = process.env

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())

const worker = await openWorker({
  folder: FOLDER,
  smtp: SMTP_URL,
  from: MAIL_FROM,
  attachPdf: process.env.ATTACH_PDF === 'true',
  ...(process.env.TEMPLATES && { engine: { templates: process.env.TEMPLATES } }),
})
while (!stop.signal.aborted) {
  for (const [file, went] of Object.entries(await worker.run())) console.log(`${file}: ${went}`)
  await wait(2_000, undefined, { signal: stop.signal }).catch(() => {})
}
await worker.close()
