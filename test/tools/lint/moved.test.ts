import { expect, test } from 'vitest'
import { looks } from '../../../src/view/variant.ts'
import { lintTemplates } from '../../../tools/lint/lint.ts'
import { movedFindings } from '../../../tools/lint/moved.ts'
import { folderOf, inFolder, packageFolder } from './folders.ts'

/** What folders had before the details became a table. */
test.each([
  ['brand.css', '.foot { color: #333 }\n.foot-lines { color: #333 }', 2, 'foot-place'],
  ['brand.css', '.subject { font-weight: 700 }', 1, '.label'],
  ['email-kept.css', '.terms { text-wrap: pretty }', 1, '.d'],
  ['print.css', 'body { margin: 0 }', 1, '.d'],
  ['sections/kind.html.hbs', '<h1>{{heading.kind}} · {{heading.date}}</h1>', 1, '{{> dot}}'],
  ['sections/item-rows.html.hbs', '{{name}}\n{{#each facts}}{{this}}{{/each}}', 2, '{{summary}}'],
  ['sections/item-details.html.hbs', '{{#each details.goods}}<p>{{subject}}</p>{{/each}}', 1, '{{> detail}}'],
  ['sections/barcode.html.hbs', '<p>\n{{#with barcode}}{{> barcode-plate}}{{/with}}', 2, 'isPass'],
  ['sections/barcode.txt.hbs', '{{#with barcode}}\n{{center text}}\n{{/with}}', 1, 'isPass'],
  ['sections/fulfilment-rows.html.hbs', '<div class="when">{{heading}}</div>', 1, '{{#with pass}}'],
  ['sections/fulfilment-rows.txt.hbs', '{{strong heading}}', 1, '{{#with pass}}'],
  [
    'sections/deposit.html.hbs',
    '{{#each orders}}\n{{#each depositAccounts}}<p>{{this}}</p>{{/each}}{{/each}}',
    2,
    '{{amount}}',
  ],
  ['sections/deposit.txt.hbs', '{{#each depositAccounts}}\n{{wrap this}}\n{{/each}}', 1, '{{amount}}'],
  ['sections/raw.html.hbs', '{{#with raw}}<pre>{{text}}</pre>{{/with}}', 1, 'rawGoods'],
  ['receipt.txt.hbs', '{{> items}}\n{{> raw}}\n', 2, '{{> raw-goods}}'],
])('%s that has %j is from before something moved, and told what to do', (file, text, line, advice) => {
  const [finding, ...others] = movedFindings(folderOf({ [file]: text }))
  expect(others).toEqual([])
  expect(finding).toMatchObject({ rule: 'moved', severity: 'warning', file, line })
  expect(finding?.advice).toContain(advice)
})

test.each(looks)('the package’s own templates are adapted: %s', look => {
  expect(movedFindings(packageFolder(look))).toEqual([])
})

test('a folder’s lint has it, and a place may allow it', async () => {
  const code = '{{#with barcode}}{{> barcode-plate}}{{/with}}'
  const lint = (text: string) => inFolder({ 'sections/barcode.html.hbs': text }, folder => lintTemplates(folder))
  const moved = (findings: readonly { rule: string }[]) => findings.filter(({ rule }) => rule === 'moved')
  expect(moved(await lint(code))).toMatchObject([{ file: 'sections/barcode.html.hbs', line: 1 }])
  expect(moved(await lint(`{{!-- lint-allow moved --}}\n${code}`))).toEqual([])
})
