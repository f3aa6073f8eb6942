import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CounterfoilError, createEngine, parseReceipt } from 'counterfoil'
import { createTransport } from 'nodemailer'

/**
 * Opens a worker that mails the receipts of a folder. Tills put `<name>.json` into `folder/inbox`. Receipts that were sent or
 * are for paper only move to `done`; those that can never be sent move to `refused`, with the reason; those that the mail
 * server did not accept yet stay. Run one worker per folder.
 *
 * @param {object} options
 * @param {string} options.folder
 * @param {string} options.smtp `smtp://user:password@mail.example.com:587`
 * @param {string} options.from address of the sender
 * @param {boolean} [options.attachPdf] default false; a PDF needs a browser
 * @param {import('counterfoil').EngineOptions} [options.engine] brand, templates, locales
 * @param {number[]} [options.waits] milliseconds between attempts
 */
export async function openWorker({ folder, smtp, from, attachPdf = false, engine: about, waits = [5_000, 30_000] }) {
  const engine = await createEngine(about)
  const transport = createTransport(smtp)
  const place = (name, file = '') => join(folder, name, file)
  for (const name of ['inbox', 'done', 'refused']) await mkdir(place(name), { recursive: true })

  /** The mail of a receipt; undefined if it is for paper only. */
  async function mailOf(sent) {
    const receipt = parseReceipt(sent)
    const to = receipt.customer?.emailAddress
    if (!to || !receipt.receiptType.startsWith('Digital')) return undefined
    const { preheader: _, attachments, ...mail } = engine.email(receipt)
    const pdf = attachPdf && {
      filename: 'receipt.pdf',
      contentType: 'application/pdf',
      content: Buffer.from(await engine.pdf(receipt)),
    }
    // The Message-ID is the same for every attempt, so mail clients show a duplicate only once.
    const id = createHash('sha256').update(to).update(sent).digest('hex').slice(0, 32)
    const messageId = `<${id}@${from.split('@').at(-1)}>`
    // Pass addresses as objects, so that a comma in a name or address does not split it.
    const addresses = { from: { name: '', address: from }, to: { name: '', address: to } }
    return { ...mail, ...addresses, messageId, attachments: pdf ? [...attachments, pdf] : attachments }
  }

  /** Sends a mail; retries if the server replies 4xx or is unreachable. */
  async function send(mail) {
    for (const milliseconds of [...waits, undefined]) {
      try {
        return await transport.sendMail(mail)
      } catch (error) {
        if (error.responseCode >= 500 || milliseconds === undefined) throw error
        await wait(milliseconds)
      }
    }
  }

  /** Handles one file. Returns where it is now: `done`, `refused`, or `inbox` to retry later. */
  async function handle(file) {
    let went = 'done'
    try {
      const mail = await mailOf(await readFile(place('inbox', file), 'utf8'))
      if (mail) await send(mail)
    } catch (error) {
      // If the browser or the mail server is missing, the receipt is not at fault.
      const forGood = error.responseCode >= 500 || ['receipt_data', 'barcode'].includes(error.code)
      if (!forGood && !error.command && !(error instanceof CounterfoilError)) throw error
      if (!forGood) return 'inbox'
      went = 'refused'
      await writeFile(place(went, `${file}.txt`), `${error.message}\n`)
    }
    await rename(place('inbox', file), place(went, file))
    return went
  }

  return {
    /** Processes the inbox once. Returns where each file is now. */
    async run() {
      const went = {}
      const files = (await readdir(place('inbox'))).filter(name => name.endsWith('.json'))
      for (const file of files.sort()) went[file] = await handle(file)
      return went
    },
    async close() {
      transport.close()
      await engine.close()
    },
  }
}
