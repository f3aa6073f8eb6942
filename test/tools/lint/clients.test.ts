import { describe, expect, test } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { clientFindings } from '../../../tools/lint/clients/clients.ts'
import { clientFeatures, clientNames } from '../../../tools/lint/clients/mail-clients.ts'
import type { Finding } from '../../../tools/lint/finding.ts'
import { folderOf, packageFolder } from './folders.ts'

/** What is found in a merchant's folder of these files. */
function found(files: Record<string, string>, ...clients: string[]): Finding[] {
  return clientFindings(folderOf(files), clients)
}

function slugOf({ message }: Finding): string {
  return /caniemail: ([\w-]+)/.exec(message)![1]!
}

function slugsIn(files: Record<string, string>, ...clients: string[]): string[] {
  return found(files, ...clients).map(slugOf)
}

describe('what clients lack, according to caniemail.com', () => {
  test.each([
    ['gmail', 'brand.css', '.hero { color: var(--berry); }', 'css-variables'],
    ['outlook.windows', 'brand.css', '.facts { display: flex; }', 'css-display-flex'],
    ['outlook.windows', 'brand.css', '.hero { background-image: url(beans.png); }', 'css-background-image'],
    [
      'gmail',
      'email-kept.css',
      '@media (prefers-color-scheme: dark) { .k { color: #fff } }',
      'css-at-media-prefers-color-scheme',
    ],
    ['gmail', 'sections/header.html.hbs', '<svg width="12" height="12"></svg>', 'html-svg'],
    ['yahoo', 'brand.css', '.hero { padding: 2rem; }', 'css-unit-rem'],
    ['outlook.windows', 'brand.css', '.hero { background: url(beans.png) #4b2e1e; }', 'css-background'],
    ['gmail', 'sections/header.html.hbs', '<div style="position: absolute">{{title}}</div>', 'css-position'],
    ['outlook.windows', 'email-kept.css', '.k > .v { color: #333 }', 'css-selector-child'],
    ['gmail', 'email-kept.css', '.k:nth-child(2) { color: #333 }', 'css-pseudo-class-nth-child'],
    ['outlook.com', 'email-kept.css', '.k { .v { color: #333 } }', 'css-nesting'],
    ['gmail', 'brand.css', '@font-face { font-family: Bitter; src: url(bitter.woff2) }', 'css-at-font-face'],
    ['apple-mail.macos', 'brand.css', '.hero { border-inline: 1px solid #4b2e1e }', 'css-border-inline-block'],
    [
      'gmail',
      'sections/footer.html.hbs',
      '<picture><img src="x" alt="" width="1" height="1"></picture>',
      'html-picture',
    ],
    ['outlook', 'sections/footer.html.hbs', '<input type="submit">', 'html-input-submit'],
    ['outlook.windows', 'sections/footer.html.hbs', '<article>{{footer.automatic}}</article>', 'html-semantics'],
  ])('%s, %s: %s', (client, file, source, slug) => {
    expect(slugsIn({ [file]: source }, client)).toContain(slug)
  })

  test.each([
    ['apple-mail', '.hero { color: var(--berry); display: flex; border-radius: 8px; position: relative; }'],
    ['gmail', '.hero { border-radius: 8px; background-image: url(beans.png); max-width: 600px; }'],
    ['outlook.windows', '.hero { color: #4b2e1e; font-weight: 700; text-align: start; padding-inline-start: 8px; }'],
    ['yahoo', '.hero { border-radius: 8px; background: #4b2e1e; margin: 0 0 8px; font-size: 15px; }'],
  ])('%s knows %s', (client, css) => {
    expect(slugsIn({ 'brand.css': css }, client)).toEqual([])
  })
})

describe('a finding', () => {
  const css = `.hero { border-radius: 8px; }
.facts {
  color: #333;
  border-top-left-radius: 4px;
}`

  test('is at its first place in a file, and counts the others', () => {
    const [finding, ...more] = found({ 'brand.css': css }, 'outlook')
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      rule: 'client-support',
      file: 'brand.css',
      line: 1,
      column: 9,
      severity: 'warning',
    })
    expect(finding!.message).toBe(
      'no support for border-radius in Outlook on Windows and Windows Mail (caniemail: css-border-radius, 2 places)',
    )
    expect(finding!.advice).toContain('corners are square')
    expect(finding!.frame).toContain('>    1 | .hero { border-radius: 8px; }')
  })

  test('says what is missing if a client supports a part', () => {
    const [finding] = found({ 'brand.css': '.button { border-radius: 8px / 4px; }' }, 'outlook.windows', 'yahoo')
    expect(finding!.message).toMatch(
      /^no support for border-radius in Outlook on Windows; only partial support in Yahoo! Mail: Shorthand .* slash/,
    )
  })

  test('is an error if no named client has the feature and the mail suffers', () => {
    const severity = (...clients: string[]) =>
      found({ 'brand.css': '.facts { display: flex }' }, ...clients)[0]!.severity
    expect(severity('outlook.windows')).toBe('error')
    expect(severity('outlook.windows', 'apple-mail')).toBe('warning')
  })

  test('is an error if a client then drops all styles of the element', () => {
    const color = (value: string) => found({ 'brand.css': `.hero { color: ${value} }` }, 'gmail', 'apple-mail')
    expect(color('rgb(75 46 30)')).toMatchObject([{ severity: 'error', advice: expect.stringContaining('#rrggbb') }])
    expect(color('rgb(75, 46, 30)')).toEqual([])
  })

  test('is at the style’s place in the template, even after mustaches', () => {
    const source = '{{#with footer}}\n<div style="color: {{brand.color}};\n  gap: 4px">{{automatic}}</div>\n{{/with}}'
    const [finding] = found({ 'sections/footer.html.hbs': source }, 'yahoo')
    expect(finding).toMatchObject({ line: 3, column: 3 })
    expect(slugOf(finding!)).toBe('css-gap')
  })

  test('covers only the merchant’s mail, not paper or unchanged files', () => {
    const paper = { 'print.css': css, 'sections/items.print.html.hbs': '<svg></svg>', 'receipt.txt.hbs': '{{title}}' }
    expect(found({ ...paper, 'brand.css': `@media print { ${css} }` }, 'all')).toEqual([])
    expect(found({}, 'all')).toEqual([])
  })
})

describe('ignores what a client never sees', () => {
  test('within a media query it doesn’t support', () => {
    const dark = '@media (prefers-color-scheme: dark) { .hero { opacity: 0.9; filter: none } }'
    expect(slugsIn({ 'email-kept.css': dark }, 'gmail.web')).toEqual(['css-at-media-prefers-color-scheme'])
  })

  test('in a stylesheet it removes', () => {
    expect(slugsIn({ 'email-kept.css': '.k:hover { transition: all 1s }' }, 'gmail.mobile-web')).toEqual(['html-style'])
  })

  test('in a rule for one other client', () => {
    expect(slugsIn({ 'email-kept.css': '[data-ogsc] .hero { filter: none }' }, 'gmail.web')).toEqual([])
  })

  test('on an element that is hidden already', () => {
    const hidden = '<div style="display: none; max-height: 0; overflow: hidden; mso-hide: all">{{preheader}}</div>'
    expect(slugsIn({ 'sections/header.html.hbs': hidden }, 'gmail', 'outlook.windows')).toEqual([])
  })

  test('of an element that the note doesn’t mention', () => {
    const css = '.pad { padding: 8px } .link { padding: 8px }'
    expect(found({ 'brand.css': css }, 'outlook.windows')).toMatchObject([{ line: 1, column: 31 }])
  })
})

describe('clients', () => {
  test('are named by family, by family and platform, or all at once', () => {
    expect(clientNames).toEqual(expect.arrayContaining(['all', 'gmail', 'gmail.android', 'outlook.com', 'yahoo.web']))
    const css = { 'brand.css': '.facts { display: flex }' }
    expect(found(css, 'gmail')[0]!.message).toContain(
      'only partial support for display:flex in Gmail on Android and Gmail on iOS',
    )
    expect(found(css, 'gmail.web')).toEqual([])
    expect(found(css, 'all')[0]!.message).toContain('Outlook on Windows')
  })

  test('that are unknown are rejected with a suggestion and the list', () => {
    const refused = () => found({}, 'gmail', 'outlok')
    expect(refused).toThrow(OptionError)
    expect(refused).toThrow(/there is no mail client "outlok"; did you mean outlook\?/)
    expect(refused).toThrow(/gmail \(android, ios, mobile-web, web\)/)
  })

  test('each have a code in every feature', () => {
    const { length } = clientNames.filter(name => name.includes('.'))
    for (const [slug, { support }] of Object.entries(clientFeatures)) {
      expect(support, slug).toMatch(new RegExp(`^[ynau]{${length}}$`))
    }
  })
})

describe('the mail of this package', () => {
  const lacking = (client: string) => [...new Set(clientFindings(packageFolder(), [client]).map(slugOf))].sort()

  // Phones have the wide layout, the dark is the client's own, long words may break late, the space between two facts has no dot,
  // pictures of items that aren't square are squeezed, and three actions share a row: every figure is seen.
  test('uses only dispensable features that Gmail lacks', () => {
    expect(lacking('gmail')).toEqual([
      'css-at-media-prefers-color-scheme',
      'css-color-scheme',
      'css-flex-wrap',
      'css-justify-content',
      'css-object-fit',
      'css-overflow-wrap',
      'css-radial-gradient',
      // There, Korean lines end within words.
      'css-selector-attribute',
      'css-text-wrap',
      'css-white-space',
      'css-word-break',
      'html-meta-color-scheme',
      'html-style',
    ])
  })

  // Corners are square, the foot's columns and facts stand below each other, a button is as large as its words, a hairline may
  // be missing, only a plain space stands between two facts, medium weight is normal, a signature is as large as its picture: every figure is seen.
  test('uses only dispensable features that Outlook on Windows lacks', () => {
    expect(lacking('outlook.windows')).toEqual([
      'css-at-media',
      'css-at-media-prefers-color-scheme',
      'css-background',
      'css-border',
      'css-border-radius',
      'css-color-scheme',
      'css-display',
      'css-font-weight',
      'css-height',
      'css-letter-spacing',
      'css-line-height',
      'css-max-width',
      'css-object-fit',
      'css-overflow-wrap',
      'css-padding',
      'css-radial-gradient',
      'css-selector-attribute',
      'css-table-layout',
      'css-text-wrap',
      'css-white-space',
      'css-width',
      'css-word-spacing',
      'css-word-wrap',
      'html-meta-color-scheme',
    ])
  })

  test('uses no feature that all large clients lack', () => {
    const findings = clientFindings(packageFolder(), ['gmail', 'outlook', 'yahoo'])
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
