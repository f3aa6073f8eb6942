import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInstance } from 'i18next'
import { afterAll, describe, expect, test } from 'vitest'
import { LocaleError } from '../../../src/errors.ts'
import { fallbackChain } from '../../../src/locale/resolve/lookup.ts'
import {
  type MessageTable,
  placeholdersOf,
  readMessageFiles,
  withoutPlural,
} from '../../../src/locale/words/message-files.ts'
import { readMessageTables } from '../../../src/locale/words/message-tables.ts'
import { loadCatalogue, type MessageKey } from '../../../src/locale/words/messages.ts'
import { isSampled } from '../../support/scope.ts'

const receiptWords = fileURLToPath(new URL('../../../locales/', import.meta.url))
const consoleWords = fileURLToPath(new URL('../../../service/console/locales/', import.meta.url))
const files = readMessageFiles(receiptWords)
const english = files.get('en') as MessageTable
const catalogue = loadCatalogue()

/** Keys whose text is rightly the English one, by language: names of taxes and words both languages share. */
const SAME_AS_ENGLISH: Record<string, string> = {
  ca: 'heading.total facts.mode totals.subtotal totals.grand documents.title',
  cs: 'facts.modes.offline facts.modes.online items.modelNumber',
  da: 'means.check facts.reference facts.modes.offline facts.modes.online items.modelNumber totals.subtotal tenders.check tenders.entry.chip',
  de: 'tenders.coupon tenders.entry.chip loyalty.name barcode.text',
  es: 'heading.total totals.subtotal totals.grand tenders.entry.chip',
  fi: 'facts.modes.offline facts.modes.online',
  fil: 'means.cash means.card means.credit means.debit means.bankCard means.travelersCheck means.giftCard means.giftCertificate means.mobile means.voucher means.bankTransfer means.ebt means.hsa means.fsa facts.mode facts.modes.offline facts.modes.online items.sku items.giftCard units.set_one orders.title orders.titleWithNumber taxes.VAT tenders.cash tenders.card tenders.credit tenders.debit tenders.bankCard tenders.travelersCheck tenders.giftCard tenders.giftCertificate tenders.voucher tenders.bankTransfer tenders.ebt tenders.hsa tenders.fsa tenders.entry.chip tenders.entry.contactless barcode.text',
  fr: 'heading.total facts.mode facts.date totals.grand taxes.title tenders.points signature.title signature.alt documents.title',
  gl: 'heading.total totals.subtotal totals.grand',
  hr: 'items.modelNumber',
  id: 'heading.total means.voucher facts.mode items.column.item items.sku items.modelNumber totals.subtotal totals.tip totals.grand tenders.voucher tenders.entry.chip barcode.alt',
  it: 'facts.modes.offline facts.modes.online tenders.entry.chip tenders.entry.contactless units.set_one',
  ms: 'units.dozen_other totals.tip',
  nb: 'tenders.entry.chip',
  nl: 'facts.modes.offline facts.modes.online tenders.entry.chip barcode.text units.set_one units.set_other',
  pl: 'facts.modes.offline facts.modes.online taxes.VAT tenders.entry.chip',
  pt: 'heading.total facts.modes.offline facts.modes.online totals.subtotal totals.grand tenders.entry.chip',
  ro: 'heading.total items.modelNumber totals.subtotal totals.grand tenders.card tenders.voucher tenders.entry.contactless units.set_one',
  'sr-Latn': 'items.modelNumber',
  sk: 'facts.modes.offline facts.modes.online items.modelNumber',
  sv: 'means.check facts.modes.offline facts.modes.online tenders.check tenders.entry.chip units.set_one',
  tr: 'items.modelNumber',
  vi: 'tenders.entry.chip',
}

/** Names, which any language may keep. */
const NAMES: Record<string, string> = {
  'the console': 'paper.a4 act.pdf settings.webhooks tables.file.csv',
}

/** Canadian taxes, which only French, Hebrew and Spanish name in their own way. */
const CANADIAN = ['taxes.GST', 'taxes.PST', 'taxes.HST', 'taxes.QST', 'taxes.RST']

/** Words that no language but English has. */
const ONLY_ENGLISH = /^(?:the|with|your|which|receipts?|nothing|somebody|must|were|isn|doesn)$/i

/** What isn't an abbreviation in capitals, a unit, a value of the interface or a name that is written alike everywhere. */
const NOT_A_NAME = /^(?![A-Z\d]+$|(?:mm|kB|true|false|https?|rrggbb|base|Base|Euro|webhooks?)$)/i

const SAME_IN_CONSOLE: Record<string, string> = {
  bs: 'role.admin overview.period',
  ca: 'act.paper look.color templates.error templates.errors templates.form.paper templates.form.text',
  cs: 'people.role people.column.role reports.about templates.form.text',
  da: 'role.admin find.column.mailed mail.title act.send fleet.column.version problems.column.mail problems.stop dayEnd.row.difference templates.form.mail templates.version',
  de: 'fleet.column.version signIn.name mail.title people.name people.column.name offers.content problems.domain tables.group.territory tables.column.digitalShare templates.version templates.form.text',
  es: 'look.color templates.error',
  et: 'find.kind.number find.column.number',
  fr: 'dayEnd.part.taxes dayEnd.row.taxes find.column.date receipt.date fleet.column.version tables.column.taxes tables.column.taxableAmount templates.version',
  hr: 'role.admin',
  it: 'signIn.secret',
  nb: 'role.admin act.send tables.column.tips dayEnd.row.tips',
  nl: 'dayEnd.row.training problems.filters',
  pt: 'tables.group.item',
  ro: 'find.fits.card find.kind.card templates.form.text',
  sk: 'reports.about templates.form.text',
  'sr-Latn': 'role.admin tables.group.territory overview.period',
  sv: 'offers.content fleet.column.version tables.group.territory overview.period templates.form.text templates.version',
}

test('every language says everything in its own words, in every plural form', () => {
  for (const { locale, keys, translated, missing } of catalogue.completeness()) {
    expect(missing, locale).toEqual([])
    expect(translated, locale).toBe(keys)
  }
})

test('the console speaks every language that receipts are in', () => {
  const spoken = (tags: Iterable<string>) => new Set([...tags].filter(tag => fallbackChain(tag).length === 1))
  const inConsole = spoken(readMessageFiles(consoleWords).keys())
  expect([...spoken(files.keys())].filter(tag => !inConsole.has(tag))).toEqual([])
})

describe.each([
  ['receipts', receiptWords, SAME_AS_ENGLISH],
  ['the console', consoleWords, SAME_IN_CONSOLE],
])('the wording of %s', (house, folder, sameAsEnglish) => {
  const files = readMessageFiles(folder)
  const english = files.get('en') as MessageTable
  const whole = [...files.keys()].filter(tag => fallbackChain(tag).length === 1)

  test('a language has every message, and exactly its own plural forms', () => {
    const bases = new Set([...english.keys()].filter(key => withoutPlural(key) !== key).map(withoutPlural))
    const plain = [...english.keys()].filter(key => withoutPlural(key) === key)
    for (const tag of whole) {
      const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
      const wanted = [...plain, ...[...bases].flatMap(base => categories.map(category => `${base}_${category}`))]
      expect([...(files.get(tag)?.keys() ?? [])].sort(), tag).toEqual(wanted.sort())
    }
  })

  test('no file has a key that English lacks; a regional file has only differences', () => {
    const known = new Set([...english.keys()].map(withoutPlural))
    const wrong = [...files].flatMap(([tag, table]) => {
      const chain = fallbackChain(tag).map(parent => (parent === 'en-001' ? 'en-GB' : parent))
      const parents = chain.filter(parent => parent !== tag)
      return [...table].flatMap(([key, text]) => {
        const inherited = parents.map(parent => files.get(parent)?.get(key)).find(words => words !== undefined)
        return known.has(withoutPlural(key)) && text !== inherited ? [] : [`${tag} ${key}`]
      })
    })
    expect(wrong).toEqual([])
  })

  test('every message uses its values', () => {
    const wanted = new Map([...english].map(([key, text]) => [withoutPlural(key), placeholdersOf(text)]))
    const wrong = [...files].flatMap(([tag, table]) =>
      [...table].flatMap(([key, text]) => {
        const own = placeholdersOf(text)
        // "One item" and "two items" may say their number in words.
        const inWords = /_(zero|one|two)$/.test(key) && !own.includes('count')
        const values = wanted.get(withoutPlural(key))?.filter(name => !inWords || name !== 'count')
        return own.join() === values?.join() ? [] : [`${tag} ${key}: ${own}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('texts are plain: no markup, direction marks or surrounding space, composed characters', () => {
    const isPlain = (text: string) =>
      text === text.trim().normalize('NFC') &&
      !/[<>&\u0000-\u001f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|^$| {2}/.test(text) &&
      !/[{}]/.test(text.replaceAll(/\{\{\w+\}\}/g, ''))
    const wrong = [...files].flatMap(([tag, table]) =>
      [...table].flatMap(([key, text]) => (isPlain(text) ? [] : [`${tag} ${key}: ${text}`])),
    )
    expect(wrong).toEqual([])
  })

  test('nothing is still in English', () => {
    for (const [tag, allowed] of whole
      .filter(tag => tag !== 'en')
      .map(tag => [tag, sameAsEnglish[tag] ?? ''] as const)) {
      const same = [...(files.get(tag) ?? [])]
        .filter(([key, text]) => text === english.get(key) && /\p{L}/u.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
        .map(([key]) => key)
      const names = [...CANADIAN, ...(NAMES[house] ?? '').split(' ')]
      expect(same.filter(key => !names.includes(key)).sort(), tag).toEqual(allowed.split(' ').filter(Boolean).sort())
    }
  })

  test('no English word stands among others: in other letters only names, in Latin ones none that only English has', () => {
    for (const tag of whole.filter(tag => tag !== 'en')) {
      const isLatin = new Intl.Locale(tag).maximize().script === 'Latn'
      const left = [...(files.get(tag) ?? [])].flatMap(([key, text]) => {
        const words =
          text.replaceAll(/\{\{\w+\}\}|\S+[.@]\S+|epson-\S+|America\/\w+/g, ' ').match(/\p{Script=Latin}+/gu) ?? []
        return words.filter(word => (isLatin ? ONLY_ENGLISH : NOT_A_NAME).test(word)).map(word => `${key}: ${word}`)
      })
      expect(left, tag).toEqual([])
    }
  })

  test('French has spaces before high punctuation, and French quotes', () => {
    for (const [key, text] of files.get('fr') ?? []) {
      expect(text, key).not.toMatch(/[^\u202f][;!?]|[^\u00a0]:/)
      expect(text, key).not.toMatch(/['"]/)
    }
    for (const [key, text] of files.get('fr-CA') ?? []) {
      expect(text, key).not.toMatch(/[^\u00a0]:/)
      expect(text, key).not.toMatch(/\s[;!?]|['"]/)
    }
  })

  test('Serbian in Latin letters is the Cyrillic one, letter by letter', () => {
    const cyrillic = [...'абвгдђежзијклљмнњопрстћуфхцчџш']
    const latin = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ')
    const pairs = cyrillic.map((letter, at) => [letter, latin[at] ?? ''] as const)
    const letters = new Map(pairs.flatMap(([from, to]) => [[from, to] as const, [from.toUpperCase(), capital(to)]]))
    const spelled = [...(files.get('sr') ?? [])].map(([key, text]) => [
      key,
      text.replace(/\p{Script=Cyrillic}/gu, letter => letters.get(letter) ?? '?'),
    ])
    expect(Object.fromEntries(files.get('sr-Latn') ?? [])).toEqual(Object.fromEntries(spelled))
  })

  test('every message has an explanatory note', () => {
    const notes = Object.entries(JSON.parse(readFileSync(join(folder, 'notes.json'), 'utf8')) as Notes)
    const noted = notes.flatMap(([group, said]) =>
      typeof said === 'string' ? [group] : Object.keys(said).map(key => `${group}.${key}`),
    )
    expect(noted.sort()).toEqual([...new Set([...english.keys()].map(withoutPlural))].sort())
  })
})

function capital(letters: string): string {
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}

/** What messages mean: by key, or by group and the rest of the key. */
type Notes = Record<string, string | Record<string, string>>

describe('messages', () => {
  const t = (...languages: string[]) => catalogue.for(languages)

  test.each([
    ['fr-CA', 'fr', 'reçu'],
    ['es-419', 'es', 'recibo'],
  ])('receipts in %s say %s’s ticket as %s', (tag, language) => {
    const own = files.get(tag)
    const wrong = [...files.get(language)!]
      .filter(([key]) => !key.startsWith('console.'))
      .filter(([key, text]) => /ticket/i.test(own?.get(key) ?? text))
    expect(wrong).toEqual([])
  })

  test('words a cashier would use', () => {
    expect(t('fr-CA')('document.sale')).toBe('Reçu')
    expect(t('fr-CA')('tenders.cash')).toBe('Argent comptant')
    expect(t('fr-CA')('taxes.QST')).toBe('TVQ')
    expect(t('fr-FR')('tenders.change')).toBe('Monnaie rendue')
    expect(t('de-CH')('tenders.change')).toBe('Rückgeld')
    expect(t('es-MX')('tenders.balanceDue')).toBe('Saldo pendiente')
    expect(t('ja-JP')('tenders.change')).toBe('お釣り')
    expect(t('ar-EG')('tenders.change')).toBe('الباقي')
    expect(t('en-AU')('tenders.check')).toBe('Cheque')
  })

  test('values are inserted as they are, once; the template escapes', () => {
    const number = '<b>&$t(totals.grand){{kind}}'
    expect(t('en-US')('document.titleWithNumber', { kind: 'Receipt', number })).toBe(`Receipt ${number}`)
  })

  test('plural forms follow the language', () => {
    const count = (locale: string, n: number) => t(locale)('heading.paidSeveral', { count: n })
    expect([1, 2].map(n => count('en-US', n))).toEqual(['Paid with 1 payment method', 'Paid with 2 payment methods'])
    expect([0, 1, 2].map(n => count('fr-FR', n))).toEqual([
      'Payé avec 0 moyen de paiement',
      'Payé avec 1 moyen de paiement',
      'Payé avec 2 moyens de paiement',
    ])
    expect(count('ja-JP', 1)).toBe('複数のお支払方法（1件）')
    expect([1, 2, 3, 11, 100].map(n => count('ar', n))).toEqual([
      'مدفوع باستخدام وسيلة دفع واحدة',
      'مدفوع باستخدام وسيلتي دفع',
      'مدفوع باستخدام 3 وسائل دفع',
      'مدفوع باستخدام 11 وسيلة دفع',
      'مدفوع باستخدام 100 وسيلة دفع',
    ])
  })

  test('every plural message is the one i18next chooses', () => {
    const tables = readMessageTables()
    const bases = [...new Set([...english.keys()].filter(key => withoutPlural(key) !== key).map(withoutPlural))]
    const counts = [...Array(130).keys(), 1000, 1_000_000, 0.5, 1.5, 2.25, -1, -2]
    const wrong: string[] = []
    for (const [at, locale] of catalogue.locales.entries()) {
      // A country's forms are those of its language.
      if (!isSampled(at) && !catalogue.languages.includes(locale)) continue
      const i18n = createInstance()
      const translation = Object.fromEntries(tables.tableOf(locale))
      i18n.init({
        initAsync: false,
        lng: locale,
        keySeparator: false,
        nsSeparator: false,
        resources: { [locale]: { translation } },
      })
      for (const [nth, base] of bases.entries()) {
        const others = Object.fromEntries(
          placeholdersOf(english.get(`${base}_other`) ?? '').map(name => [name, `<${name}>`]),
        )
        // Which form a number takes is up to the language alone: the messages share the numbers.
        for (const count of counts.filter((_, place) => isSampled(place, nth, at))) {
          const values = { ...others, count }
          const text = i18n.t(base, { ...values, interpolation: { escapeValue: false } })
          if (t(locale)(base as MessageKey, values) !== text) wrong.push(`${locale} ${base} ${count}: ${text}`)
        }
      }
    }
    expect(bases).toEqual([
      ...['document.more', 'heading.paidSeveral'],
      ...['units.pack', 'units.set', 'units.pair', 'units.dozen', 'units.box'],
    ])
    expect(wrong).toEqual([])
  })

  test('countries have their own words: change, PIN, installments', () => {
    expect(['es-ES', 'es-MX', 'es-AR', 'es-CO', 'es-UY'].map(tag => t(tag)('tenders.change'))).toEqual([
      'Cambio',
      'Cambio',
      'Vuelto',
      'Vueltas',
      'Vuelto',
    ])
    expect([t('es-MX')('tenders.cvm.pin'), t('es-AR')('tenders.cvm.pin')]).toEqual(['NIP ingresado', 'PIN ingresado'])
    expect(['en-US', 'en-CA', 'en-AU'].map(tag => t(tag)('orders.instalment'))).toEqual([
      'Installment',
      'Instalment',
      'Instalment',
    ])
  })

  test('a value may be words: each of two sentences gets those of its language', () => {
    const kind = (words: ReturnType<typeof t>, locale: string) => `${words('document.sale')} (${locale})`
    expect(t('fr-CA', 'en-CA')('document.titleWithNumber', { kind, number: 7 })).toBe(
      'Reçu (fr-CA) 7 / \u2068Receipt (en-CA) 7\u2069',
    )
  })

  test('two languages are side by side, once where they agree', () => {
    const both = t('fr-CA', 'en-CA')
    expect(both('tenders.change')).toBe('Monnaie rendue / \u2068Change\u2069')
    expect(both('totals.grand')).toBe('Total')
    expect(t('fr-CA', 'en-CA', 'es-MX')('tenders.change')).toMatch(
      /^Monnaie rendue \/ \u2068Change\u2069 \/ \u2068\u2068.+\u2069\u2069$/,
    )
    expect(both('related.receipt', { number: '12' })).toBe('Reçu 12 / \u2068Receipt 12\u2069')
  })

  test('a key that does not exist does not compile', () => {
    // @ts-expect-error
    const wrong: MessageKey = 'totals.grnd'
    expect(t('en-US')(wrong)).toBe('totals.grnd')
  })

  test('the same languages give the same object', () => {
    expect(t('fr-CA', 'en-CA')).toBe(t('fr-CA', 'en-CA'))
  })
})

describe('a folder of one’s own wording', () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (file: string, content: unknown) =>
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
  const without = (file: string) => rmSync(join(folder, file))

  test('overrides key by key, and adds languages', () => {
    write('fr.json', { tenders: { change: 'Rendu' } })
    write('is.json', { totals: { grand: 'Samtals' }, document: { more_other: '{{count}} í viðbót' } })
    const own = loadCatalogue({ overlay: folder })
    expect(own.for(['fr-CA'])('tenders.change')).toBe('Rendu')
    expect(own.for(['fr-CA'])('document.sale')).toBe('Reçu')
    expect(own.languages).toContain('is-IS')
    expect(own.locales).toContain('is-IS')
    expect(own.for(['is-IS'])('totals.grand')).toBe('Samtals')
    expect(own.for(['is-IS'])('tenders.change')).toBe('Change')
    expect(own.for(['is-IS'])('document.more', { count: 3 })).toBe('3 í viðbót')
    const icelandic = own.completeness().find(each => each.locale === 'is-IS')
    expect(icelandic?.translated).toBe(2)
    expect(icelandic?.missing).toContain('tenders.change')
    expect(own.locales.filter(tag => tag === 'fr')).toEqual([])
    without('fr.json')
    without('is.json')
  })

  test('may have words for custom templates: in the reader’s language, else English, else the first that has them', () => {
    write('de.json', { own: { hours: 'Mo bis Sa, 9 bis 18 Uhr', parking: 'Parken im Hof' } })
    write('en.json', { own: { hours: 'Mon to Sat, 9 to 6' } })
    const own = loadCatalogue({ overlay: folder })
    expect(own.ownWords(['de-AT'])).toEqual({ hours: 'Mo bis Sa, 9 bis 18 Uhr', parking: 'Parken im Hof' })
    expect(own.ownWords(['fr-FR'])).toEqual({ hours: 'Mon to Sat, 9 to 6', parking: 'Parken im Hof' })
    expect(own.ownWords(['de-DE', 'en-US']).hours).toBe('Mo bis Sa, 9 bis 18 Uhr / \u2068Mon to Sat, 9 to 6\u2069')
    expect(loadCatalogue().ownWords(['de-DE'])).toEqual({})
    without('de.json')
    without('en.json')
  })

  test('a later folder overrides an earlier one, key by key', () => {
    const later = mkdtempSync(join(tmpdir(), 'words-'))
    write('en.json', { totals: { grand: 'Sum' }, tenders: { change: 'Cash back' } })
    writeFileSync(join(later, 'en.json'), JSON.stringify({ totals: { grand: 'To settle' } }))
    const t = loadCatalogue({ overlay: [folder, later] }).for(['en-US'])
    expect([t('totals.grand'), t('tenders.change')]).toEqual(['To settle', 'Cash back'])
    rmSync(later, { recursive: true })
    without('en.json')
  })

  test('may have a form for none, formats, and messages in messages, as i18next has them', () => {
    write('en.json', {
      document: { more_zero: 'No more', more_one: 'One more', more_other: '{{count, number}} more' },
      totals: { saved: '$t(totals.subtotal): {{ amount }}' },
    })
    const t = loadCatalogue({ overlay: folder }).for(['en-US'])
    expect([0, 1, 2, 1234].map(count => t('document.more', { count }))).toEqual([
      'No more',
      'One more',
      '2 more',
      '1,234 more',
    ])
    expect(t('totals.saved', { amount: '$5.00' })).toBe('Subtotal: $5.00')
    without('en.json')
  })

  test.each([
    ['fr.json', { totals: { grnd: 'Total' } }, 'fr.json: there is no message "totals.grnd"'],
    [
      'fr.json',
      { totals: { saved: '{{sum}}' } },
      'fr.json: "totals.saved" has no value {{sum}}. It can use: {{amount}}',
    ],
    ['fr.json', { own: { social: { follow: 'Suivez-nous' } } }, 'name the word "own.social.follow" by letters'],
    ['fr.json', { own: { follow: '{{store}}' } }, 'fr.json: "own.follow" has no value {{store}}'],
    ['fr.json', { totals: { grand: 5 } }, 'fr.json: totals.grand must be a text or an object of texts'],
    ['fr.json', '{', 'fr.json: the file is not JSON'],
    ['français.json', {}, 'name the file by its language tag'],
    ['fr.json', '{"__proto__":{"grand":"x"}}', 'there is no message "__proto__.grand"'],
  ])('%s with %j is refused', (file, content, message) => {
    write(file, content)
    expect(() => loadCatalogue({ overlay: folder })).toThrow(LocaleError)
    expect(() => loadCatalogue({ overlay: folder })).toThrow(message)
    without(file)
  })

  test('a folder that doesn’t exist is reported', () => {
    expect(() => loadCatalogue({ overlay: join(folder, 'nowhere') })).toThrow(
      'the folder of message files cannot be read',
    )
  })
})

describe('a file of one’s own wording', () => {
  const problemOf = (text: string, file = 'is.json') => {
    try {
      loadCatalogue({ overlay: [{ path: '/words', files: new Map([[file, text]]) }] })
      return 'none'
    } catch (error) {
      expect(error).toBeInstanceOf(LocaleError)
      return (error as LocaleError).message
    }
  }

  test.each([
    ['{}', 'none'],
    ['{"totals":{"grand":"Samtals"}}', 'none'],
    ['"Samtals"', '/words/is.json: the file must be an object of texts.'],
    ['[]', '/words/is.json: the file must be an object of texts.'],
    ['null', '/words/is.json: the file must be an object of texts.'],
    ['7', '/words/is.json: the file must be an object of texts.'],
    ['{"totals":[]}', '/words/is.json: totals must be a text or an object of texts.'],
    ['{"totals":null}', '/words/is.json: totals must be a text or an object of texts.'],
    ['{"totals":{"grand":7}}', '/words/is.json: totals.grand must be a text or an object of texts.'],
  ])('%s: %s', (text, problem) => expect(problemOf(text)).toBe(problem))

  test('with an unknown key or value is refused by name', () => {
    expect(problemOf('{"totals":{"grnd":"Samtals"}}')).toContain('/words/is.json: there is no message "totals.grnd".')
    expect(problemOf('{"totals":{"grnd":"Samtals"}}')).toContain('as own.grnd.')
    expect(problemOf('{"totals":{"grand":"{{sum}}"}}')).toContain('has no value {{sum}}. It can use: none.')
  })

  test('adds no language that already exists under another tag', () => {
    const { locales } = loadCatalogue({
      overlay: [
        {
          path: '/words',
          files: new Map([
            ['fr.json', '{}'],
            ['is.json', '{}'],
          ]),
        },
      ],
    })
    expect(locales).not.toContain('fr')
    expect(locales.filter(tag => tag.startsWith('is'))).toEqual(['is-IS'])
    expect(locales.length).toBe(catalogue.locales.length + 1)
  })

  test('lacks what its completeness reports', () => {
    const own = loadCatalogue({
      overlay: [{ path: '/words', files: new Map([['is.json', '{"totals":{"grand":"Samtals"}}']]) }],
    })
    const { keys, translated, missing } = own.completeness().find(({ locale }) => locale === 'is-IS')!
    expect([translated, missing.length, missing.includes('totals.grand' as never)]).toEqual([1, keys - 1, false])
  })
})

test('a count that isn’t a number chooses no plural form', () => {
  expect(catalogue.for(['en-US'])('document.more', { count: '1' })).toBe('document.more')
})
