import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CounterfoilError, createEngine, parseReceipt } from 'counterfoil'
import { createTransport } from 'nodemailer'

/**
 * Opens a worker that mails the receipts of a folder. Tills put `<name>.json` into `folder/inbox`; a receipt that was sent, or
 * that is for paper only, goes to `done`; one that never can be sent goes to `refused`, with the reason beside it; one that
 * the mail server did not take today stays. One worker a folder.
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

  /** The mail of a receipt, or undefined when it is for paper only. */
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
    // The same receipt has the same Message-ID at every attempt, so a mail that came twice is shown once.
    const id = createHash('sha256').update(to).update(sent).digest('hex').slice(0, 32)
    const messageId = `<${id}@${from.split('@').at(-1)}>`
    // Addresses as objects: a name or address with a comma in it stays one address.
    const addresses = { from: { name: '', address: from }, to: { name: '', address: to } }
    return { ...mail, ...addresses, messageId, attachments: pdf ? [...attachments, pdf] : attachments }
  }

  /** Sends a mail; tries again where the server says "later" (4xx) or is not there. */
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

  /** Handles one file. Gives where it went: `done`, `refused`, or `inbox` when it waits for another day. */
  async function handle(file) {
    let went = 'done'
    try {
      const mail = await mailOf(await readFile(place('inbox', file), 'utf8'))
      if (mail) await send(mail)
    } catch (error) {
      // A browser that is missing, or a mail server that is, says nothing against the receipt.
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
    /** Goes through the inbox once. Gives each file with where it went. */
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
