import { expect, test } from 'vitest'
import { engineFor, fixtureNamed } from '../../support/fixtures.ts'
import { readPdf } from '../../support/pdf-text.ts'
import { receiptWith } from '../support.ts'
import { separated, separators } from './support.ts'

const texts = separators.map(([, separator]) => separated(separator))
const sent = receiptWith({
  header: texts.join(' |\n'),
  rawPosReceipt: texts.join(' |\n'),
  items: texts.map(text => ({ name: `Tea ${text}`, miscInfo: text, total: 1 })),
  tenders: texts.map(text => ({ tenderTypeCode: 'Credit', creditDebit: { last4Digits: '1111', cardholder: text } })),
  own: { [texts[1]!]: texts },
})

test('no spelling of a card number is in mail, text, headers or PDF', async () => {
  const engine = await engineFor(fixtureNamed('minimal'))
  const mail = engine.email(JSON.stringify(sent))
  const pdf = await readPdf(await engine.pdf(JSON.stringify(sent)))
  const shown = [
    mail.html,
    mail.text,
    JSON.stringify([mail.subject, mail.preheader, mail.headers]),
    JSON.stringify(pdf),
  ]
  for (const text of shown) expect(text).not.toMatch(/4111\D{0,8}1111\D{0,8}1111\D{0,8}1111/)
  expect(mail.text.match(/••••1111/g)!.length).toBeGreaterThan(texts.length)
})
