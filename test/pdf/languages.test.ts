import { expect, test } from 'vitest'
import { engineFor, fixtureNamed } from '../support/fixtures.ts'
import { accessProblems } from '../support/pdf-ua/check.ts'
import { spokenTexts } from '../support/pdf-words.ts'

test('a receipt in two languages says which words are in which, in mail and PDF, and only there', async () => {
  const fixture = fixtureNamed('fashion-return.fr-CA')
  const engine = await engineFor(fixture)
  const mail = engine.email(fixture.receipt, { acceptLanguage: 'en-CA' })
  expect(mail.html).toContain('Reçu de retour / <span lang="en-CA">Return receipt</span>')
  expect(mail.html).not.toMatch(/\u2068/)
  expect(mail.text).toContain('Reçu de retour / Return receipt')
  expect(mail.text).not.toMatch(/\u2068/)
  expect(mail.subject).not.toMatch(/\u2068/)
  const pdf = await engine.pdf(fixture.receipt, { acceptLanguage: 'en-CA', paper: 'a4' })
  expect(await accessProblems(pdf)).toEqual([])
  const spoken = spokenTexts(pdf).map(({ lang, text }) => `${lang}: ${text}`)
  expect(spoken).toEqual(expect.arrayContaining(['fr-CA: Reçu de retour /', 'en-CA: Return receipt']))
})
