import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { EmailMessage } from '../src/email/email-message.ts'
import { closeEngines, engineFor, type Fixture, fixturePath, fixtures } from './support/fixtures.ts'
import { readPdf } from './support/pdf-text.ts'

afterAll(closeEngines)

describe.each(fixtures)('$name', fixture => {
  const { name, receipt, acceptLanguage, offers, papers } = fixture
  const golden = (file: string) => fixturePath(name, file)

  test('says the same as before', async () => {
    const view = (await engineFor(fixture)).view(receipt, { acceptLanguage, offers })
    await expect(`${JSON.stringify(view, brief, 2)}\n`).toMatchFileSnapshot(golden('view.json'))
  })

  test('looks the same as before, as mail and as text', async () => {
    const mail = (await engineFor(fixture)).email(receipt, { acceptLanguage, offers })
    // An element a line, so that a difference can be read.
    await expect(mail.html.replaceAll('><', '>\n<')).toMatchFileSnapshot(golden('email.html'))
    await expect(mail.text).toMatchFileSnapshot(golden('receipt.txt'))
    await expect(`${JSON.stringify(aroundTheBody(mail), null, 2)}\n`).toMatchFileSnapshot(golden('mail.json'))
  })

  test(`reads the same as before on ${papers.join(' and ')}`, async () => {
    const sheets = await Promise.all(papers.map(paper => printed(fixture, paper)))
    await expect(`${sheets.join('\n\n')}\n`).toMatchFileSnapshot(golden('pages.txt'))
  })
})

/** Bytes as their number and their digest. */
function brief(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `${value.length} bytes, ${digest(value)}` : value
}

function aroundTheBody({ subject, preheader, headers, attachments }: EmailMessage) {
  return {
    subject,
    preheader,
    headers,
    attachments: attachments.map(({ cid, contentType, content }) => ({
      cid,
      contentType,
      bytes: content.length,
      sha256: digest(content),
    })),
  }
}

function digest(bytes: Uint8Array): string {
  return `sha256 ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`
}

async function printed({ name, receipt, acceptLanguage, offers, options }: Fixture, paper: Fixture['papers'][number]) {
  const engine = await engineFor({ options } as Fixture)
  const { pages } = await readPdf(await engine.pdf(receipt, { acceptLanguage, offers, paper }))
  // Readers of a PDF give right-to-left text back in an order of their own.
  const texts = name === 'cafe.ar' ? [] : pages.map(withoutRightToLeft)
  return [
    `=== ${paper}: ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`,
    ...texts.flatMap((text, at) => [`--- ${paper}, page ${at + 1}`, text]),
  ].join('\n')
}

function withoutRightToLeft(text: string): string {
  return text
    .split('\n')
    .map(line => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(line) ? '(right to left)' : line))
    .join('\n')
}
