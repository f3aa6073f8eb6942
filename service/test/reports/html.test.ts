import { expect, test } from 'vitest'
import { textOfHtml } from '../../src/delivery/reports/mail/html.ts'

test.each([
  [
    'a line each for what stands in lines',
    '<p>Not delivered</p><div>User unknown</div>',
    'Not delivered\n\nUser unknown',
  ],
  ['breaks, rows and lists', 'one<br>two<BR/><table><tr><td>three</tr></table>', 'one\ntwo\n\n\nthree'],
  ['no other tag', '550 <b>5.1.1</b> <a href="https://example.com/?a=&lt;">why</a>', '550  5.1.1   why'],
  ['characters by number, decimal and hexadecimal', '&#60;ada&#64;example.com&#x3E; &#X2d;', '<ada@example.com> -'],
  [
    'characters by name, in any case',
    '&lt;ada@example.com&GT; &quot;full&quot;&nbsp;&amp;&apos;',
    `<ada@example.com> "full" &'`,
  ],
  ['names it doesn’t know as they are', 'Caf&eacute; &unknown;', 'Caf&eacute; &unknown;'],
  ['no character that there isn’t', 'a&#0;b&#x110000;c&#1114112;d', 'abcd'],
  [
    'neither styles, scripts, heads nor comments',
    '<head><title>x</title></head>a<!-- <p>b</p> --><STYLE>c</style>d<script>e',
    'a d',
  ],
])('the text of a report in HTML has %s', (_, html, text) => {
  expect(textOfHtml(html)).toBe(text)
})
