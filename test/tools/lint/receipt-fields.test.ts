import { describe, expect, test } from 'vitest'
import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { type PageName, pages, readTemplateFiles } from '../../../src/document/template-files.ts'
import { looks } from '../../../src/view/variant.ts'
import { receiptFieldFindings } from '../../../tools/lint/fields/left-out.ts'
import { printedFields } from '../../../tools/lint/fields/walk.ts'
import { interfaceFields } from '../../../tools/trace/fields/interface-fields.ts'
import { folderOf, packageFolder } from './folders.ts'

const found = (files: Record<string, string>) => receiptFieldFindings(folderOf(files))

describe.each(looks)("the package's templates in the look %s", look => {
  const folder = packageFolder(look)

  test('have no finding', () => expect(receiptFieldFindings(folder)).toEqual([]))

  test.each<[PageName, string[]]>([
    ['email', []],
    ['print', ['trackingPixel']],
    [
      'text',
      ['tenders.signature.base64Image', 'signature.base64Image', 'terms.signature.base64Image', 'trackingPixel'],
    ],
  ])('show every field of the interface: %s', (page, butThese) => {
    const printed = printedFields(folder, page)
    const lost = [...interfaceFields()].filter(([, places]) => ![...places].some(place => printed.has(place)))
    expect(lost.map(([field]) => field)).toEqual(butThese)
    expect(interfaceFields().size).toBeGreaterThan(200)
  })
})

test('reports a section that omits what the package prints', () => {
  expect(found({ 'sections/signature.html.hbs': '{{#with signature}}<h2>{{title}}</h2>{{/with}}' })).toEqual([
    {
      rule: 'receipt-field',
      severity: 'warning',
      file: 'sections/signature.html.hbs',
      line: 1,
      column: 1,
      message:
        'no longer shown in the mail: signature.base64Image (signature.image); signature.dateTime (signature.signedOn); signature.text (signature.text.lines)',
      advice:
        "print the view fields in parentheses, as the package's sections/signature.html.hbs does, or delete this file",
      frame: '>    1 | {{#with signature}}<h2>{{title}}</h2>{{/with}}',
    },
  ])
})

test('does not blame a section for paper, which has its own', () => {
  const [finding] = found({ 'sections/customer.html.hbs': '{{#with customer}}<h2>{{title}}</h2>{{/with}}' })
  expect(finding!.message).toBe(
    'no longer shown in the mail: customer.emailAddress, customer.telephone.areaCode and customer.telephone.localNumber (customer.text)',
  )
})

test('reports a page that omits a section', () => {
  const { file } = pages.text
  const source = readTemplateFiles(templateFolder).get(file)!.replace('{{> loyalty}}\n', '')
  expect(found({ [file]: source }).map(({ file, message }) => [file, message])).toEqual([
    [
      'receipt.txt.hbs',
      'no longer shown in the plain text: loyalty.number, loyalty.customerName, loyalty.expirationDateTime and loyalty.balance (loyalty.phrase); loyalty.misc (loyalty.note.lines)',
    ],
  ])
})

test('names the file that removes something', () => {
  const files = {
    'sections/related.html.hbs': '{{#with related}}<p>{{title}}: {{phrase}} {{code}}</p>{{/with}}',
    'sections/deposit.txt.hbs': '{{#with deposit}}{{title}}{{/with}}',
  }
  expect(found(files).map(({ file }) => file)).toEqual(['sections/deposit.txt.hbs'])
})

test('accepts a section that prints it through another field', () => {
  expect(found({ 'sections/raw.txt.hbs': '{{#with raw}}{{#each lines}}{{this}}{{/each}}{{/with}}' })).toEqual([])
  const price =
    '{{#each groups}}{{#each items}}{{row name amount}}{{indent quantity}}{{indent price}}{{indent details}}{{/each}}{{/each}}'
  const [finding] = found({ 'sections/item-rows.txt.hbs': price })
  expect(finding!.message).not.toMatch(/items\.(price|sku|quantity)\b/)
  expect(finding!.message).toMatch(/items\.miscInfo/)
})

test('accepts a complete section, and one that only tests for content', () => {
  expect(
    found({ 'sections/deposit.html.hbs': readTemplateFiles(templateFolder).get('sections/deposit.html.hbs')! }),
  ).toEqual([])
  expect(found({ 'sections/related.txt.hbs': '{{#if related.phrase}}{{related.title}}{{/if}}' })).toHaveLength(1)
})
