import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MissingField } from '../../../src/document/templates.ts'
import { createEngine } from '../../../src/engine.ts'
import { TemplateError } from '../../../src/errors.ts'
import { looks } from '../../../src/view/variant.ts'
import { sampled } from '../../support/fixtures.ts'
import { aReceipt } from '../../support/receipts.ts'
import { isExhaustive } from '../../support/scope.ts'

const receipt = aReceipt({ header: 'Welcome' })

/** A template folder; `{{> header}}` is on every page. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'missing-field-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

async function reportedBy(files: Record<string, string>) {
  const missing: MissingField[] = []
  const engine = await createEngine({ templates: folderOf(files), onMissingField: one => void missing.push(one) })
  return { engine, missing }
}

describe('a field that a receipt lacks', () => {
  const files = { 'sections/header.html.hbs': '<p>\n  A paper {{heading.copy}}!</p>' }

  test('prints nothing, and the rest of the receipt is complete', async () => {
    const { engine } = await reportedBy(files)
    expect(engine.email(receipt).html).toContain('<p>A paper !</p>')
    expect(engine.text(receipt)).toContain('Welcome')
  })

  test('is reported with its page and place, once per document', async () => {
    const { engine, missing } = await reportedBy(files)
    engine.email(receipt)
    const place = { file: 'sections/header.html.hbs', line: 2, column: 13 }
    expect(missing).toEqual([{ field: 'heading.copy', page: 'email', places: [place] }])
    engine.html(receipt)
    expect(missing).toHaveLength(2)
  })

  test('isn’t reported if the receipt has it', async () => {
    const { engine, missing } = await reportedBy(files)
    engine.email(receipt, { copy: true })
    expect(missing).toEqual([])
  })

  test('is reported once, however often a list prints it', async () => {
    const { engine, missing } = await reportedBy({
      'sections/header.txt.hbs': '{{#each header.lines}}{{row this ../nowhere}}{{wrap nowhere}}{{/each}}',
    })
    engine.email({ ...receipt, header: 'one\ntwo\nthree' })
    const places = [{ file: 'sections/header.txt.hbs', line: 1, column: 53 }]
    expect(missing).toEqual([{ field: 'nowhere', page: 'text', places }])
  })

  test.each([
    ['an object', '{{header}}', 'header'],
    ['yes or no', '{{heading.outstanding}}', 'heading.outstanding'],
    ['a place outside a list', '{{@index}}', '@index'],
    ['what a helper is given', '<i title="{{plain nowhere}}">{{drawing nowhere}}</i>', 'nowhere'],
  ])('prints nothing for %s', async (_, template, field) => {
    const { engine, missing } = await reportedBy({ 'sections/header.html.hbs': `<b>${template}</b>` })
    engine.email(receipt)
    expect(missing.map(one => [one.page, one.field])).toEqual([['email', field]])
  })

  test('throws in a strict engine or call', async () => {
    const templates = folderOf(files)
    const [strict, lenient] = [await createEngine({ templates, strict: true }), await createEngine({ templates })]
    const said = /\{\{heading.copy\}\} is printed/
    expect(() => strict.email(receipt)).toThrow(TemplateError)
    expect(() => strict.html(receipt)).toThrow(said)
    expect(() => lenient.email(receipt, { strict: true })).toThrow(said)
    expect(strict.email(receipt, { strict: false }).html).toBe(lenient.email(receipt).html)
  })
})

test('correct templates give the same bytes, strict or not', async () => {
  for (const variant of looks) {
    const missing: MissingField[] = []
    const engine = await createEngine({ variant, onMissingField: one => void missing.push(one) })
    for (const [at, { receipt, acceptLanguage, offers }] of sampled(variant).entries()) {
      if (!isExhaustive && at % 2 === 1) continue
      const asked = { acceptLanguage, offers }
      expect(engine.email(receipt, asked)).toEqual(engine.email(receipt, { ...asked, strict: true }))
    }
    expect(missing).toEqual([])
  }
})

describe('opening a folder rejects what is never text', () => {
  test.each([
    ['{{#each header.lines}}{{@first}}{{/each}}', '{{@first}} is a boolean, not text'],
    ['{{#each header.lines}}{{plain @last}}{{/each}}', '{{@last}} is a boolean, not text'],
    ['{{plain true}}', 'true is not text'],
    ['{{plain null}}', 'null is not text'],
    ['{{plain undefined}}', 'undefined is not text'],
  ])('%s', async (template, message) => {
    const templates = folderOf({ 'sections/header.html.hbs': template })
    const opened = createEngine({ templates })
    await expect(opened).rejects.toThrow(TemplateError)
    await expect(opened).rejects.toThrow(`sections/header.html.hbs:1:`)
    await expect(opened).rejects.toThrow(message)
  })
})
