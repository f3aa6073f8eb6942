import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const folders = { receipts: '../../../locales/', till: '../../../till/locales/', console: '../../console/locales/' }

/** Second names of what has a name, and words of another country, by language and file. */
const others: Readonly<Record<string, RegExp>> = {
  pt: /recibo|palavra-passe|utilizador|ficheiro|ecrã|telemóvel|aplicação|definições|contacto|apagad/i,
  'pt-PT': /você|\bsenha|usuári|arquivo|\btela\b|celular|aplicativo|configuraç|\bcontato|comprovante|recibo/i,
  it: /scontrin(?!. di cortesia)/i,
  pl: /paragon|sklep|zaliczk/i,
  nl: /\bwinkels\b/i,
  es: /\brecibos?\b/i,
  fr: /(?<!\p{L})reçus?(?!\p{L})|acompte/iu,
  ar: /عربون/,
  bg: /капаро/i,
  ja: /前受金/,
  sk: /záloh(?!ov)/i,
  uk: /завдат/i,
  zh: /收据|收银机|订金|[經營業務處聯續總]/,
  'zh-Hant': /[经营业务处联续总账发单门]/,
  'zh-Hant-HK': /[经营业务处联续总账发单门]/,
  'de-CH': /ß/,
}
describe.each(Object.entries(folders))('words of the %s', (_, folder) => {
  test.each(Object.entries(others))('in %s have one name for one thing, and none of another country', (tag, wrong) => {
    const file = new URL(`${folder}${tag}.json`, import.meta.url)
    if (!existsSync(file)) return
    expect(Object.entries(wordsOf(file)).filter(([, text]) => wrong.test(text))).toEqual([])
  })
})

const tags = readdirSync(new URL(folders.console, import.meta.url)).map(name => name.replace('.json', ''))

test.each(tags.filter(tag => tag !== 'notes'))('the console calls in %s what receipts call so', tag => {
  const [receipts, page] = [folders.receipts, folders.console].map(folder => {
    const file = new URL(`${folder}${tag}.json`, import.meta.url)
    return existsSync(file) ? wordsOf(file) : {}
  }) as [Record<string, string>, Record<string, string>]
  for (const [word, same] of [
    ['find.store', 'facts.store'],
    ['tables.group.store', 'facts.store'],
    ['receipt.register', 'facts.register'],
    ['tables.group.register', 'facts.register'],
  ] as const)
    if (page[word] !== undefined && receipts[same] !== undefined)
      expect([word, page[word]]).toEqual([word, receipts[same]])
})

function wordsOf(file: URL): Record<string, string> {
  return flat(JSON.parse(readFileSync(file, 'utf8')))
}

function flat(table: Record<string, unknown>, path = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${path}${key}`, value]]
        : Object.entries(flat(value as Record<string, unknown>, `${path}${key}.`)),
    ),
  )
}
