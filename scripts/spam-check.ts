/**
 * `npm run spam:check` asks SpamAssassin's local rules (no network, no DKIM) about the mail of each fixture in each look, as a server
 * gets it from a relay that it doesn't know. Fails if one scores above 0.0. Needs `spamassassin` 4, such as Debian's package.
 */
import { spawnSync } from 'node:child_process'
import { writeEml } from '../src/email/eml.ts'
import { createEngine } from '../src/engine.ts'
import { looks } from '../src/view/variant.ts'
import { fixtures } from '../test/support/fixtures.ts'

const mails = (await Promise.all(looks.map(mailsIn))).flat()
const { stdout, error } = spawnSync('spamassassin', ['--local', '--test-mode', '--mbox'], {
  input: mails.map(({ mbox }) => mbox).join(''),
  encoding: 'utf8',
  maxBuffer: 1e9,
})
if (error) throw new Error('SpamAssassin can’t be run; on Debian: apt-get install spamassassin', { cause: error })

const scored = [
  ...stdout.matchAll(/^X-Spam-Status: .*?score=(-?[\d.]+) [\s\S]*?tests=([\s\S]*?) autolearn[\s\S]*?^X-Case: (.*)$/gm),
]
if (scored.length !== mails.length) throw new Error(`SpamAssassin answered ${scored.length} of ${mails.length} mails.`)
const wrong = scored.filter(([, score]) => Number(score) > 0)
for (const [, score, tests, name] of wrong) console.log(`${name}: ${score} (${tests?.replace(/\s+/g, ' ')})`)
console.log(`${scored.length} mails, ${wrong.length} above 0.0`)
process.exitCode = wrong.length > 0 ? 1 : 0

async function mailsIn(variant: (typeof looks)[number]): Promise<{ mbox: string }[]> {
  const engine = await createEngine({ variant })
  const date = new Date()
  return fixtures.map(({ name, receipt, acceptLanguage, offers }) => {
    const envelope = { from: { name: 'Receipts', address: 'receipts@example.com' }, to: 'kim@example.com', date }
    const eml = Buffer.from(writeEml(engine.email(receipt, { acceptLanguage, offers }), envelope)).toString()
    const relayed = `Received: from shop.example.com (shop.example.com [IPv6:2001:db8::10])\r\n\tby mx.example.net with ESMTPS id 4F2B1; ${eml.match(/^Date: (.*)\r$/m)?.[1]}\r\n`
    const body = eml.replace(/^From /gm, '>From ')
    return {
      mbox: `From receipts@example.com Thu Nov 26 01:00:00 2026\nX-Case: ${variant} ${name}\r\n${relayed}${body}\n`,
    }
  })
}
