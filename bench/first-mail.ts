/**
 * Makes one mail in a new process, by the contender named on the command line, and prints the milliseconds since the
 * process started.
 */
import type * as Handwritten from './peers/handwritten.ts'
import type * as Mjml from './peers/mjml.ts'
import type * as ReactEmail from './peers/react-email.ts'
import { language, receiptOf } from './receipts.ts'

const makers: Record<string, () => Promise<unknown>> = {
  async counterfoil() {
    const { counterfoil } = await import('./counterfoil.ts')
    const engine = await counterfoil.createEngine()
    return engine.email(receiptOf(0), { acceptLanguage: language })
  },
  async 'handlebars + juice + bwip-js'() {
    const { handwrittenMail }: typeof Handwritten = await import('./peers/handwritten.ts')
    return await handwrittenMail(receiptOf(0))
  },
  async mjml() {
    const { mjmlMail }: typeof Mjml = await import('./peers/mjml.ts')
    return await mjmlMail(receiptOf(0))
  },
  async 'react-email'() {
    const { reactEmailMail }: typeof ReactEmail = await import('./peers/react-email.ts')
    return await reactEmailMail(receiptOf(0))
  },
}

await makers[process.argv[2]!]!()
process.stdout.write(String(performance.now()))
