import { describe, expect, it } from 'vitest'
import { linkProblem, urlProblem } from '../../src/standards/url.ts'

describe('a link on a receipt', () => {
  it.each([
    'https://example.com',
    'http://example.com/',
    'HTTPS://EXAMPLE.COM/Pay',
    'https://example.com:8443/pay?id=1&x=a%20b#top',
    'https://example.com/ÄÖ/レシート',
    'https://münchen.example.com/',
    'https://xn--mnchen-3ya.example.com/',
    'https://192.0.2.1/receipt',
    'https://[2001:db8::1]/receipt',
    'https://example.com/a"b\'c<d>{{e}}',
    'https://example.com/?next=javascript:alert(1)',
    'https://example.com/@user',
    'https://example.com/?mail=ada@example.com',
    'https://example.com/#@x',
    'https://localhost/receipt',
    'https://example.com//a\\b',
    'https://example.com./',
  ])('may be %s', url => expect(urlProblem(url)).toBeUndefined())

  it.each([
    '',
    'example.com',
    '//example.com/pay',
    '/pay',
    'pay',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/png;base64,iVBORw0KGgo=',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'file://host/share',
    'ftp://example.com/x',
    'ws://example.com/',
    'blob:https://example.com/1',
    'mailto:ada@example.com',
    'tel:+15550100',
    'cid:logo',
    'about:blank',
    'chrome://settings',
    'view-source:https://example.com',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https:///example.com',
    'https://',
    'https://?x',
    'https://#x',
    'https://:443/',
    'https://shop.example\\.evil.example/',
    'https://shop.example\\@evil.example/',
    'https://shop.example＠evil.example/',
    'https://shop.example%40evil.example/',
    'https://shop.example%2f.evil.example/',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://:secret@example.com/',
    'https://@example.com/',
    'https://:@example.com/',
    'https://example.com\\@evil.example.com/',
    'https://exa mple.com/',
    'https://example.com/a b',
    ' https://example.com/',
    'https://example.com/ ',
    'https://example.com/\r\nSet-Cookie: a=b',
    'https://example.com/\u0000',
    'https://example.com/\u202egnp.exe',
    'https://example.com/\u200b',
    'https://example.com/\uffff',
    'https://example.com/\u00a0',
    'https://example.com/\ud83d',
    'https://example.com:99999/',
    'https://exam%00ple.com/',
    'https://[::1/',
    'http://256.256.256.256/',
    'httpss://example.com/',
    'xhttps://example.com/',
  ])('may not be %j', url => expect(urlProblem(url)).toMatch(/^must be an http or https address/))

  it('has at most 2,048 characters', () => {
    const url = `https://example.com/${'a'.repeat(2028)}`
    expect(urlProblem(url)).toBeUndefined()
    expect(urlProblem(`${url}a`)).toBe('must be at most 2048 characters')
  })
})

describe('a link that a merchant sets', () => {
  it.each([
    'https://example.com/help',
    'mailto:help@example.com',
    'MAILTO:help@example.com?subject=Receipt',
    'tel:+1-416-555-0142',
  ])('may be %s', link => expect(linkProblem(link)).toBeUndefined())

  it.each([
    '',
    '/help',
    'help',
    'javascript:alert(1)',
    'https://a:b@example.com/',
    'https://exa mple.com/',
    'mailto:',
    'mailto:help@example.com\r\nBcc: x@example.com',
    'tel:+1 416',
    'tel:\u202e1',
    `mailto:${'a'.repeat(2_048)}`,
  ])('may not be %j', link => expect(linkProblem(link)).toMatch(/^must be/))
})
