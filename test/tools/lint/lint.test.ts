import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { TemplateError } from '../../../src/errors.ts'
import { looks } from '../../../src/view/variant.ts'
import { fileStart, findingIn } from '../../../tools/lint/finding.ts'
import { lintTemplates } from '../../../tools/lint/lint.ts'
import { readFolder } from '../../../tools/lint/read-folder.ts'
import { rules } from '../../../tools/lint/rules.ts'
import { runCommand } from '../../support/command.ts'
import { inFolder } from './folders.ts'

const example = fileURLToPath(new URL('../../../examples/my-brand', import.meta.url))

async function said(files: Record<string, string>) {
  const findings = await inFolder(files, folder => lintTemplates(folder))
  return findings.map(({ file, line, column, rule, message }) => `${file}:${line}:${column} ${rule}: ${message}`)
}

describe('the shipped templates are clean', () => {
  test.each(looks)('the look %s', async variant => {
    expect(await lintTemplates(undefined, { variant })).toEqual([])
  })

  test('the folder that template new copies', async () => {
    expect(await lintTemplates(example)).toEqual([])
  })
})

describe('a merchant’s folder', () => {
  test('lists findings by file and line, with the lines around them', async () => {
    const findings = await inFolder(
      {
        'sections/slot5.html.hbs': '<p>{{footer.thanks}}</p>\n<p>{{own.folowUs}}</p>\n<p>{{> foter}}</p>',
        'brand.json': '{\n  "variant": "compact",\n  "color": "teal"\n}',
        'locales/en.json': '{ "own": { "followUs": "Follow us" } }',
      },
      folder => lintTemplates(folder),
    )
    expect(
      findings.filter(({ severity }) => severity === 'error').map(({ file, line, rule }) => [file, line, rule]),
    ).toEqual([
      ['brand.json', 3, 'brand-file'],
      ['sections/slot5.html.hbs', 1, 'maybe-absent'],
      ['sections/slot5.html.hbs', 2, 'unknown-word'],
      ['sections/slot5.html.hbs', 3, 'no-such-section'],
    ])
    expect(findings[0]!.frame).toContain('>    3 |   "color": "teal"')
  })

  test('reports a section that three pages use once', async () => {
    expect(await said({ 'sections/note.html.hbs': '{{#each lines}}{{this}}{{/each}}{{text}}' })).toHaveLength(1)
  })

  test('reports three braces once', async () => {
    expect(await said({ 'sections/slot1.html.hbs': '{{#with slot1}}{{> note}}{{/with}}{{{heading.store}}}' })).toEqual([
      expect.stringContaining('sections/slot1.html.hbs:1:35 refused'),
    ])
  })

  test.each([
    [
      'brand.json that is no JSON',
      { 'brand.json': '{\n  "color": "#1f5c4d",\n}' },
      /^brand\.json:3:1 brand-file: is not valid JSON/,
    ],
    [
      'an option of the brand that is none',
      { 'brand.json': '{\n  "colour": "#1f5c4d"\n}' },
      /^brand\.json:2:3 brand-file: there is no "colour"$/,
    ],
    ['a logo that is not there', { 'brand.json': '{ "logo": "logo.png" }' }, /^brand\.json:1:3 brand-file: logo: /],
    [
      'words that are no JSON',
      { 'locales/fr.json': '{' },
      /^locales\/fr\.json:1:\d brand|^locales\/fr\.json:1:\d words-file: the file is not JSON/,
    ],
    [
      'a word that the package does not have',
      { 'locales/fr.json': '{\n  "footer": {\n    "thank": "Merci"\n  }\n}' },
      /^locales\/fr\.json:3:5 words-file: there is no message "footer\.thank"/,
    ],
    [
      'a file of words for no language',
      { 'locales/french.json': '{}' },
      /^locales\/french\.json:1:1 words-file: name the file by its language tag/,
    ],
  ])('%s', async (_, files, message) => {
    expect(await said(files)).toEqual([expect.stringMatching(message)])
  })

  test('is checked on its brand.json’s look, unless another is given', async () => {
    await inFolder({ 'brand.json': '{ "variant": "classic" }' }, async folder => {
      expect(readFolder(folder).folder.look).toBe('classic')
      expect(readFolder(folder, 'compact').folder.look).toBe('compact')
      // A present's receipt looks as the shop's others do, for the lint as for the engine.
      expect(readFolder(folder, 'gift').folder.look).toBe('classic')
    })
  })

  test('has the same findings when it is linted again, whatever was done to the first, and others once it has changed', async () => {
    const note = 'sections/slot1.html.hbs'
    await inFolder({ [note]: '{{#with slot1}}{{> note}}{{/with}}{{footer.thanks}}' }, async folder => {
      const first = await lintTemplates(folder)
      const kept = structuredClone(first)
      expect(kept.map(({ rule }) => rule)).toEqual(['maybe-absent'])
      for (const finding of first) finding.message = 'changed'
      writeFileSync(join(folder, 'brand.json'), '{ "color": "#1f5c4d" }')
      expect(await lintTemplates(folder)).toEqual(kept)
      writeFileSync(join(folder, 'brand.json'), '{ "sections": ["-slot1"] }')
      expect(await lintTemplates(folder)).not.toEqual(kept)
      writeFileSync(join(folder, 'brand.json'), '{}')
      writeFileSync(join(folder, note), '{{#with slot1}}{{> note}}{{/with}}')
      expect(await lintTemplates(folder)).toEqual([])
    })
  })

  test('a missing folder', async () => {
    await expect(lintTemplates('/nowhere/my-brand')).rejects.toThrow(TemplateError)
  })
})

describe('lint-allow', () => {
  const bare = (comment: string) => ({
    'sections/slot1.txt.hbs': `{{#with slot1}}{{> note}}{{/with}}\n${comment}\n{{footer.thanks}}`,
  })

  test('silences a rule on its own line and the next', async () => {
    expect(await said(bare('{{!-- lint-allow maybe-absent --}}'))).toEqual([])
    expect(await said(bare('{{! lint-allow not-text, maybe-absent }}'))).toEqual([])
    expect(await said(bare('{{!-- lint-allow maybe-absent --}}\n'))).toHaveLength(1)
  })

  test('silences no other rule', async () => {
    expect(await said(bare('{{!-- lint-allow not-text --}}'))).toEqual([expect.stringContaining('maybe-absent')])
  })

  test('in a stylesheet', async () => {
    const rule = '.sum { color: {{brand.tint}}; }'
    const of = async (css: string) => (await said({ 'brand.css': css })).filter(each => each.includes('unknown-field'))
    expect(await of(rule)).toHaveLength(1)
    expect(await of(`/* lint-allow unknown-field */\n${rule}`)).toEqual([])
  })

  test('must name a rule that exists', async () => {
    expect(await said(bare('{{!-- lint-allow maybe-abstent --}}'))).toEqual([
      'sections/slot1.txt.hbs:2:1 unknown-rule: lint-allow names "maybe-abstent", which is not a rule',
      expect.stringContaining('sections/slot1.txt.hbs:3:3 maybe-absent'),
    ])
  })
})

test('a finding without advice of its own says what its rule does, and each rule says where, what and how', () => {
  const { advice, severity } = findingIn('brand.css', '', fileStart, { rule: 'lost-at-rule', message: 'it is lost' })
  expect([severity, advice]).toEqual(['error', 'write it into brand.css or email-kept.css'])
  for (const [name, { where, what, fix }] of Object.entries(rules))
    expect([name, where !== '', what.endsWith('.'), fix.endsWith('.')]).toEqual([name, true, true, true])
})

test('exactly the rules of the code are explained', () => {
  const folder = new URL('../../../tools/lint/', import.meta.url)
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && file !== 'rules.ts')
    .map(file => readFileSync(new URL(file, folder), 'utf8'))
  const named = new Set(
    code.flatMap(text => [...text.matchAll(/\brule(?:: | = )'([a-z-]+)'/g)].map(match => match[1]!)),
  )
  expect([...named].filter(rule => !Object.hasOwn(rules, rule))).toEqual([])
  const unused = Object.keys(rules).filter(rule => !code.some(text => text.includes(`'${rule}'`)))
  expect(unused).toEqual([])
})

describe('counterfoil lint', () => {
  const faulty = { 'sections/slot5.html.hbs': '{{#with slot5}}{{> note}}{{/with}}\n<p>{{footer.thanks}}</p>' }

  test('prints path, line and column for editors, then lines and advice', async () => {
    const { code, out, err, folder } = await inFolder(faulty, async folder => ({
      ...(await runCommand('lint', folder)),
      folder,
    }))
    expect(code).toBe(1)
    expect(err).toBe('')
    const path = /^(.*):2:6: error maybe-absent: some receipts have no footer\.thanks/m.exec(out)?.[1]
    expect(path?.endsWith(`${folder.split('/').at(-1)}/sections/slot5.html.hbs`)).toBe(true)
    expect(out).toContain('>    2 | <p>{{footer.thanks}}</p>\n  write {{#if footer.thanks}}…{{/if}} around it\n')
    expect(out.trimEnd().split('\n').at(-1)).toBe('1 error, 0 warnings')
  })

  test('prints one JSON object for programs', async () => {
    const { out } = await inFolder(faulty, folder => runCommand('lint', folder, '--format', 'json'))
    expect(JSON.parse(out)).toMatchObject({
      findings: [{ rule: 'maybe-absent', file: 'sections/slot5.html.hbs', line: 2, column: 6, severity: 'error' }],
      errors: 1,
      warnings: 0,
    })
  })

  test('passes with warnings, unless strict', async () => {
    const files = { 'sections/foter.html.hbs': '<p>{{heading.store}}</p>' }
    expect(await inFolder(files, folder => runCommand('lint', folder))).toMatchObject({ code: 0 })
    expect(await inFolder(files, folder => runCommand('lint', folder, '--strict'))).toMatchObject({ code: 1 })
  })

  test('checks the package’s own templates if no folder is given', async () => {
    expect(await runCommand('lint', '--variant', 'classic')).toEqual({
      code: 0,
      out: '0 errors, 0 warnings\n',
      err: '',
    })
  })

  test.each([
    [['one', 'two'], 'lint takes one folder'],
    [['--variant', 'baroque'], '--variant: there is no "baroque"; there are modern, classic, compact, gift'],
    [['--format', 'xml'], '--format: there is no "xml"; there are text, json'],
    [['--clients', 'gmial'], 'gmail'],
    [['nowhere/my-brand'], 'there is no template folder nowhere/my-brand'],
    [['--colour'], 'there is no option --colour'],
  ])('%s is wrong use', async (args, message) => {
    const { code, out, err } = await runCommand('lint', ...args)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain(message)
  })
})
