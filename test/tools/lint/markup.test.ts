import { describe, expect, test } from 'vitest'
import { looks } from '../../../src/view/variant.ts'
import type { Finding } from '../../../tools/lint/finding.ts'
import { markupFindings } from '../../../tools/lint/markup/markup.ts'
import { folderOf, packageFolder } from './folders.ts'

const foot = 'sections/footer.html.hbs'

describe('an element that a block splits', () => {
  const torn = (html: string) => said({ [foot]: html }).filter(each => each.endsWith('torn-element'))

  test.each([
    [
      'opened in both branches',
      '{{#if lang}}<div class="x">{{else}}<div class="y">{{/if}}{{title}}</div>',
      ['1:13', '1:36'],
    ],
    ['closed in both branches', '<div>{{#if lang}}<b>{{title}}</b></div>{{else}}</div>{{/if}}', ['1:34', '1:48']],
    ['that may be left open, and is closed', '{{#if lang}}<td>{{else}}<td>{{/if}}{{title}}</td>', ['1:13', '1:25']],
    ['opened in one branch', '{{#if lang}}<div>{{/if}}{{title}}</div>', ['1:13']],
    ['in an else if', '{{#if lang}}<b>{{else if title}}<b>{{else}}<b>{{/if}}{{title}}</b>', ['1:33', '1:44', '1:13']],
    ['below other elements', '<p>{{#if lang}}<br><i class="x">{{else}}<i>{{/if}}{{title}}</i></p>', ['1:20', '1:41']],
  ])('%s is found', (_, html, places) => {
    expect(torn(html)).toEqual(places.map(place => `${foot}:${place} torn-element`))
  })

  test.each([
    ['whole in each branch', '{{#if lang}}<div class="x">{{title}}</div>{{else}}<div>{{title}}</div>{{/if}}'],
    ['that two blocks open and close', '{{#if lang}}<div>{{/if}}{{title}}{{#if lang}}</div>{{/if}}'],
    ['between the entries of a list', '<tr>{{#each header.lines}}{{#unless @first}}</tr><tr>{{/unless}}{{/each}}</tr>'],
    ['that may be left open, and is', '{{#if lang}}<li>{{title}}{{else}}<li>{{/if}}'],
    ['without content', '{{#if lang}}<img src="{{plain src}}"><br/>{{else}}<hr>{{/if}}<v:rect/>'],
    ['whose tag has a block', '<div class="{{#if lang}}x{{else}}y{{/if}}">{{title}}</div>'],
  ])('%s is in order', (_, html) => {
    expect(torn(html)).toEqual([])
  })

  test('matters in mail only, whose styles are inlined', () => {
    const html = '{{#if lang}}<div>{{else}}<div>{{/if}}{{title}}</div>'
    expect(said({ 'sections/footer.print.html.hbs': html })).toEqual([])
  })

  test('is reported with what to do', () => {
    const [finding] = found({ [foot]: '{{#if lang}}<div>{{else}}<div>{{/if}}{{title}}</div>' })
    expect(finding).toMatchObject({
      severity: 'error',
      advice: expect.stringContaining('whole element in each branch'),
    })
  })
})

describe('words that stay the same in every language', () => {
  test.each([
    ['between tags', '<p>Keep this receipt for returns.</p>', '1:4'],
    ['beside a field', '<p>{{footer.thanks}} from all of us</p>', '1:22'],
    ['below a line of markup', '<div>\n  <b>Nous vous remercions</b>\n</div>', '2:6'],
    ['of one word in another script', '<p>谢谢</p>', '1:4'],
    ['in alt', '<img src="{{plain src}}" width="9" height="9" alt="Our shop">', '1:52'],
    ['in aria-label, behind a field', '<p aria-label="{{plain title}} and more"></p>', '1:32'],
    ['in one branch', '<p>{{#if footer.thanks}}{{footer.thanks}}{{else}}See you soon{{/if}}</p>', '1:50'],
    ['in quotes, given to a helper', '<p title="{{plain "Our shop"}}"></p>', '1:19'],
    ['in the title of the window', '<title>Receipt {{plain heading.store}}</title>', '1:8'],
  ])('%s', (_, html, place) => {
    expect(said({ [foot]: html })).toEqual([`${foot}:${place} bare-word`])
  })

  test.each([
    ['a comment of HTML', '<!-- Keep this --><!--[if mso]><p>Outlook</p><![endif]-->'],
    ['a comment of the template', '{{!-- Keep this receipt --}}'],
    ['a style', '<style>.tip { color: red }</style>'],
    ['entities and signs', '<p>&nbsp;&middot; {{footer.thanks}} — · 2 × €</p>'],
    ['attributes that nobody reads', '<p id="thanks" class="tip" lang="en" role="note"></p>'],
    ['an address', '<p>www.example.com/returns, shop@example.com</p>'],
    ['a tag in capitals', '<BR><P CLASS="tip">{{footer.thanks}}</P>'],
  ])('not in %s', (_, html) => {
    expect(said({ [foot]: html })).toEqual([])
  })

  test('suggests a name and what to write', () => {
    expect(found({ [foot]: '<p>Keep this receipt for returns!</p>' })).toMatchObject([
      {
        severity: 'warning',
        message: '"Keep this receipt for returns!" will be the same in every language',
        advice: expect.stringMatching(/"keepThisReceiptFor": "Keep this receipt for returns!".* write \{\{own\.keep/),
      },
    ])
    expect(found({ [foot]: '{{#each footer.lines}}Très bien{{/each}}' })[0]!.advice).toContain('{{@root.own.tresBien}}')
    expect(found({ [foot]: '<a href="https://example.com" title="Shop">1</a>' })[0]!.advice).toContain(
      '{{plain own.shop}}',
    )
  })

  test('checks every line of plain text, and arguments of helpers', () => {
    const text = '{{rule}}\nThank you, {{heading.store}}\n----\n{{row "Total due" heading.amount}}\n[{{title}}]\n'
    expect(said({ 'sections/footer.txt.hbs': text })).toEqual([
      'sections/footer.txt.hbs:2:1 bare-word',
      'sections/footer.txt.hbs:4:7 bare-word',
    ])
    expect(found({ 'sections/footer.txt.hbs': 'Thank you' })[0]!.advice).toContain('{{wrap own.thankYou}}')
    expect(found({ 'sections/footer.txt.hbs': '{{row "Total due" title}}' })[0]!.advice).toContain(
      'write own.totalDue here',
    )
  })
})

describe('mustaches in tags', () => {
  test.each([
    ['a class of a mustache', '<p class="line{{#if saving}} good{{/if}}">', 'class-of-mustache', '1:15'],
    ['a class that is a field', '<p class="{{plain kind}}">', 'class-of-mustache', '1:11'],
    ['a value without quotes', '<a href={{plain url}}>', 'unquoted-attribute', '1:4'],
    ['an attribute within a block', '<p {{#if saving}}hidden{{/if}}>', 'mustache-in-tag', '1:4'],
    ['a name of a tag', '<h{{level}}>', 'mustache-in-tag', '1:3'],
    ['a name of an attribute', '<p data-{{kind}}="1">', 'mustache-in-tag', '1:9'],
    [
      'a field that may print markup',
      '<img src="{{plain src}}" width="1" height="1" alt="{{alt}}">',
      'not-plain',
      '1:52',
    ],
    ['a drawing', '<p title="{{drawing image}}">', 'not-plain', '1:11'],
    ['a field in the title', '<title>{{title}}</title>', 'not-plain', '1:8'],
    ['data in a style', '<p style="color:{{plain heading.kind}}">', 'data-in-style', '1:17'],
    ['data in a style element', '<style>.tip { content: "{{plain title}}" }</style>', 'data-in-style', '1:25'],
    ['quotes in a style element', '<style>.tip { font: 9px {{brand.font}} }</style>', 'font-in-style', '1:25'],
    ['an address put together', '<a href="https://example.com/?r={{plain url}}">', 'data-in-address', '1:4'],
    ['an address of any text', '<a href="{{plain heading.store}}">', 'data-in-address', '1:4'],
    ['an address of a field that nobody checked', '<a href="{{plain extra.url}}">', 'data-in-address', '1:4'],
    ['a form of such a field', '<a href="{{plain (date extra.url)}}">', 'data-in-address', '1:4'],
    ['a form in an attribute', '<p title="{{date extra.due}}">', 'not-plain', '1:11'],
    ['a form in a style', '<p style="width:{{plain (number extra.width)}}px">', 'data-in-style', '1:17'],
    [
      'a branch of an address',
      '<a href="{{#if url}}{{plain url}}{{else}}{{plain text}}{{/if}}">',
      'data-in-address',
      '1:4',
    ],
  ])('%s is an error', (_, html, rule, place) => {
    const findings = found({ [foot]: html })
    expect(findings.map(placed)).toEqual([`${foot}:${place} ${rule}`])
    expect(findings[0]!.severity).toBe('error')
  })

  test.each([
    ['a whole address', '<a href="{{plain url}}">1</a><img src="{{plain ../src}}" width="1" height="1" alt="">'],
    ['an address of each branch', '<a href="{{#if url}}{{plain url}}{{else}}https://example.com{{/if}}">1</a>'],
    ['an address in the reader’s language', '<a href="{{plain @root.own.helpPage}}">1</a>'],
    ['a value of the brand', '<p style="color:{{plain brand.color}};width:{{px width}}px"></p>'],
    ['a style of each branch', '<p style="{{#if x}}color:red{{else}}color:blue;width:1px{{/if}}">{{text}}</p>'],
    ['a value of two branches', '<p style="color:{{#if x}}red{{else}}blue{{/if}}">{{text}}</p>'],
    ['a constant style', '<p style="color:red">{{text}}</p>'],
    ['a mustache behind a tag', '<br/>{{text}}<img alt="" width=1 height=1 src="{{plain src}}">'],
    ['a smaller sign', '<p>1 < {{text}} <3</p>'],
  ])('%s is not', (_, html) => {
    expect(said({ [foot]: html })).toEqual([])
  })

  test('a class may depend on the receipt on paper', () => {
    const html = '<p class="line{{#if saving}} good{{/if}}">{{label}}</p>'
    expect(said({ 'sections/line.print.html.hbs': html })).toEqual([])
  })

  test('receipt text may be a string in a style element', () => {
    expect(said({ [foot]: '<style>.tip::after { content: {{quoted title}} }</style>' })).toEqual([])
    expect(said({ [foot]: '<p style="content: {{quoted title}}">' })).not.toEqual([])
  })

  test('a section within a style element is CSS', () => {
    const page = '<style>{{> page-numbers}}</style>'
    const section = '@page { content: "{{plain title}}" }'
    expect(said({ 'print.html.hbs': page, 'sections/page-numbers.print.html.hbs': section })).toEqual([
      'sections/page-numbers.print.html.hbs:1:19 data-in-style',
    ])
  })
})

describe('elements', () => {
  test.each([
    ['a script', '<script>alert(1)</script>', 'event-or-script', '1:1'],
    ['data of its own', '<script type="application/json">1</script>', 'event-or-script', '1:1'],
    ['an event', '<p onclick="go()"></p>', 'event-or-script', '1:4'],
    ['code for an address', '<a href="javascript:go()">1</a>', 'event-or-script', '1:4'],
    [
      'code in a branch',
      '<a href="{{#if url}}{{plain url}}{{else}}javascript:go(){{/if}}">1</a>',
      'event-or-script',
      '1:4',
    ],
    ['a form', '<form></form>', 'event-or-script', '1:1'],
    ['a stylesheet elsewhere', '<link rel="stylesheet" href="https://example.com/a.css">', 'event-or-script', '1:1'],
    ['a page that moves on', '<meta http-equiv="refresh" content="0">', 'event-or-script', '1:7'],
    ['an address within a site', '<a href="/returns">1</a>', 'dead-address', '1:4'],
    ['an address that is none yet', '<a href="#">1</a>', 'dead-address', '1:4'],
    ['a picture of the folder', '<img src="logo.png" width="9" height="9" alt="">', 'dead-address', '1:6'],
    [
      'a variable behind a value of the brand',
      '<p style="color:{{plain brand.color}}; width: var(--w)"></p>',
      'css-variable',
      '1:40',
    ],
    ['a variable', '<p style="color: var(--ink)"></p>', 'css-variable', '1:11'],
  ])('%s is an error', (_, html, rule, place) => {
    const findings = found({ [foot]: html })
    expect(findings.map(placed)).toEqual([`${foot}:${place} ${rule}`])
    expect(findings[0]!.severity).toBe('error')
  })

  test.each([
    [
      'a picture of the network',
      '<img src="https://example.com/a.png" width="9" height="9" alt="">',
      'remote-picture',
      '1:6',
    ],
    ['a drawing without text', '<svg role="img" width="9" height="9"></svg>', 'unclaimed', '1:1'],
    [
      'a link that is hidden with what is around',
      '<p aria-hidden="true"><a href="https://example.com">{{own.x}}</a></p>',
      'unclaimed',
      '1:23',
    ],
    ['a language that is no tag', '<p lang="de DE">{{own.x}}</p>', 'unclaimed', '1:4'],
    ['a picture without a size', '<img src="{{plain src}}" alt="">', 'image-without-size', '1:1'],
    ['a side', '<td align="left">', 'physical-side', '1:12'],
    ['a side in a style', '<p style="margin: 0; text-align: right">', 'physical-side', '1:22'],
    ['a margin of one side', '<p style="margin-left:4px">', 'physical-side', '1:11'],
    ['four paddings', '<p style="padding: 0 4px 8px 0">', 'physical-side', '1:11'],
  ])('%s is a warning', (_, html, rule, place) => {
    const findings = found({ [foot]: html })
    expect(findings.map(placed)).toEqual([`${foot}:${place} ${rule}`])
    expect(findings[0]!.severity).toBe('warning')
  })

  test.each([
    ['sides that turn', '<td align="end" style="padding-inline-start:4px"></td>'],
    ['sides that are equal', '<p style="margin-left:4px;margin-right:4px;padding:0 4px 8px 4px"></p>'],
    ['sides of text with a direction of its own', '<pre style="direction:ltr;text-align:left"></pre>'],
    [
      'addresses that lead somewhere',
      '<a href="https://example.com">1</a><a href="mailto:a@example.com">2</a><a href="tel:+1">3</a>',
    ],
  ])('%s passes', (_, html) => {
    expect(said({ [foot]: html })).toEqual([])
  })

  test('suggests padding that follows the direction', () => {
    expect(found({ [foot]: '<p style="padding: 0 4px 8px 0">' })[0]!.advice).toContain(
      'write padding: 0 0 8px; padding-inline-end: 4px',
    )
  })
})

describe('a line break between words isn’t a space', () => {
  test.each([
    ['two fields', '<p>{{label}}\n{{amount}}</p>', '1:13'],
    ['a field and what stands in an element of the line', '<p>{{label}}  \n  <b>{{amount}}</b></p>', '1:13'],
    ['an element and a field', '<span>{{label}}</span>\n{{amount}}', '1:23'],
    ['a block and a field', '{{#if label}}{{label}}{{/if}}\n{{amount}}', '1:30'],
  ])('%s would run together', (_, html, place) => {
    expect(said({ [foot]: html })).toEqual([`${foot}:${place} line-break-not-space`])
  })

  test.each([
    ['blocks', '<div>{{label}}</div>\n<div>{{amount}}</div>\n{{label}}<br>\n{{amount}}'],
    ['a section', '{{label}}\n{{> links}}\n{{amount}}'],
    ['signs that stand close', '{{label}}\n, (\n{{amount}}\n)'],
    ['a space before the line ends in markup', '{{label}} <b>{{amount}}</b>\n<br>{{label}}'],
  ])('%s would not', (_, html) => {
    expect(said({ [foot]: html })).toEqual([])
  })

  test('is one in plain text', () => {
    expect(said({ 'sections/footer.txt.hbs': '{{label}}\n{{amount}}' })).toEqual([])
  })
})

test.each(looks)('the package’s own templates pass: %s', look => {
  const findings = markupFindings(packageFolder(look))
  // Two widths, allowed where they stand.
  expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual(Array(2).fill('print.html.hbs data-in-style'))
})

function found(files: Record<string, string>) {
  return markupFindings(folderOf(files))
}

function said(files: Record<string, string>): string[] {
  return found(files).map(placed)
}

function placed({ file, line, column, rule }: Finding): string {
  return `${file}:${line}:${column} ${rule}`
}
