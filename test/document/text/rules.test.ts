import { expect, test } from 'vitest'
import { dividedOnce, ruleMark } from '../../../src/document/text/rules.ts'
import { createEngine } from '../../../src/engine.ts'
import { fixtureNamed } from '../../support/fixtures.ts'

const rule = `${ruleMark}---`

test.each([
  ['of rules one below another the last stays', [rule, rule, `${ruleMark}- -`, 'Total'], ['- -', 'Total']],
  ['none is blank beside one', ['Phone', '', rule, '', 'Store'], ['Phone', '---', 'Store']],
  ['nor between two', [rule, '', rule, 'Paid'], ['---', 'Paid']],
  ['rules divide what stands between them', [rule, 'Total', rule, 'Paid'], ['---', 'Total', '---', 'Paid']],
  ['nothing is divided at the end', ['Total', rule, ''], ['Total']],
  ['what a till drew itself stays', ['---', '---', '', 'Bread'], ['---', '---', '', 'Bread']],
])('%s', (_, lines, kept) => {
  expect(dividedOnce(lines.join('\n')).split('\n')).toEqual(kept)
})

test('a sale of which only the total was sent has no needless line on a roll', async () => {
  await using engine = await createEngine()
  const { receipt } = fixtureNamed('minimal')
  expect(engine.text(receipt, { columns: 32 }).split('\n')).toEqual([
    '          Corner Shop',
    '',
    'Receipt',
    '-'.repeat(32),
    'Total                       4.50',
    '- '.repeat(16).trim(),
    'Receipt   1',
    'Store     1\u00a0· Register\u00a01',
    'Sent to   guest@example.com',
    '-'.repeat(32),
    '           Thank you.',
    '',
  ])
})
