import { describe, expect, test } from 'vitest'
import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { readTemplateFiles } from '../../../src/document/template-files.ts'
import { looks } from '../../../src/view/variant.ts'
import { slotFindings } from '../../../tools/lint/fields/left-out.ts'
import { folderOf, packageFolder } from './folders.ts'

const shipped = readTemplateFiles(templateFolder)

describe('free text from the till must be on every page', () => {
  test('reports a page that omits a section with the receipt’s field', () => {
    const page = shipped.get('email.html.hbs')!.replace('{{> slot2}}\n', '').replace('{{> barcode}}\n', '')
    expect(slotFindings(folderOf({ 'email.html.hbs': page }))).toMatchObject([
      {
        ...{ rule: 'slot-left-out', severity: 'warning', file: 'email.html.hbs', line: 1, column: 1 },
        message: expect.stringMatching(
          /: the mail has no slot2 \(the field additionalInfo2\), no barcode \(the field barcodeNumber\)$/,
        ),
        advice: 'write {{> slot2}}, {{> barcode}} where it belongs',
      },
    ])
  })

  test('reports a section that doesn’t print its field, for mail and paper', () => {
    const findings = slotFindings(folderOf({ 'sections/slot3.html.hbs': '{{#if slot3}}<br>{{/if}}' }))
    expect(findings).toMatchObject([
      {
        file: 'sections/slot3.html.hbs',
        message: expect.stringMatching(/the mail has no slot3 .*; paper has no slot3/),
        advice: 'print it: {{#with slot3}}{{> note}}{{/with}}',
      },
    ])
  })

  test('reports a section that several slots share', () => {
    const names = ['middle', 'note', 'raw']
    const findings = slotFindings(
      folderOf(Object.fromEntries(names.map(name => [`sections/${name}.txt.hbs`, '{{rule}}']))),
    )
    const [middle, note, ...others] = findings.sort((one, other) => one.file.localeCompare(other.file))
    // Below a header, the first slot is in the middle, too.
    expect(middle!.message).toMatch(/the plain text has no header \([^,]*\), no slot1 \([^,]*\), no slot5 \([^,]*\)$/)
    expect(note!.message).toMatch(/the plain text has no slot2 .*, no slot3 .*, no slot4 .*, no offers/)
    expect(others.map(({ file }) => file)).toEqual(['sections/raw.txt.hbs'])
  })

  test('reports a foot without the slot that stands in it', () => {
    const foot = shipped.get('sections/footer.html.hbs')!.replaceAll('{{> slot5}}', '')
    expect(slotFindings(folderOf({ 'sections/footer.html.hbs': foot }))).toMatchObject([
      {
        file: 'sections/footer.html.hbs',
        message: expect.stringMatching(/: the mail has no slot5 \(the field additionalInfo5\)$/),
        advice: 'write {{> slot5}} where it belongs',
      },
    ])
  })

  test('lets slots move, and other sections be omitted', () => {
    const page = shipped
      .get('receipt.txt.hbs')!
      .replace('{{> loyalty}}\n', '')
      .replace('{{> slot5}}\n', '')
      .replace('{{> heading}}\n', '{{> heading}}\n{{> slot5}}\n')
    expect(slotFindings(folderOf({ 'receipt.txt.hbs': page }))).toEqual([])
    const facts = '{{#with slot3}}<p>{{#each lines}}{{this}}<br>{{/each}}</p>{{/with}}'
    expect(slotFindings(folderOf({ 'sections/facts.html.hbs': facts, 'sections/slot3.html.hbs': '' }))).toMatchObject([
      { message: expect.stringMatching(/: paper has no slot3 \(the field additionalInfo3\)$/) },
    ])
  })
})

test.each(looks)('the package’s pages have every slot: %s', look => {
  expect(slotFindings(packageFolder(look))).toEqual([])
})
