import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Language, MailerOptions, MailMessage } from '../../src/mail.ts'
import { packageRoot } from '../../src/package-root.ts'
import { engineFor, type Fixture, fixtureNamed, fixtures } from '../support/fixtures.ts'
import { isExhaustive } from '../support/scope.ts'

const dist = join(packageRoot, 'dist')
const { createMailer } = (await import(join(dist, 'mail.js'))) as typeof import('../../src/mail.ts')
const inside = ['de', 'en', 'es', 'fr', 'it', 'pt']
const languages = await Promise.all(
  readdirSync(join(dist, 'mail-languages'))
    .filter(name => name.endsWith('.js'))
    .map(async name => ((await import(join(dist, 'mail-languages', name))) as { default: Language }).default),
)
const sale = fixtureNamed('gift-card').receipt

/** The same options, with files as their bytes. */
function optionsOf({ options: { brand, ...options } }: Fixture): MailerOptions {
  const { logo, logoDark: _, paperFonts: _1, ...rest } = brand ?? {}
  return {
    ...options,
    brand: { ...rest, ...(typeof logo === 'string' && { logo: readFileSync(logo) }) },
  } as MailerOptions
}

describe('what it makes is the engine’s, byte for byte', () => {
  test.each(fixtures.map((fixture, at) => ({ ...fixture, at })))(
    '$name in six languages',
    async ({ at, ...fixture }) => {
      const engine = await engineFor(fixture)
      const mailer = createMailer(optionsOf(fixture))
      for (const locale of inside.filter((_, nth) => isExhaustive || at % inside.length === nth)) {
        const options = { offers: fixture.offers, locale }
        expect(plainMail(mailer.email(fixture.receipt, options))).toEqual(
          plainMail(engine.email(fixture.receipt, options)),
        )
        expect(mailer.html(fixture.receipt, options)).toBe(engine.html(fixture.receipt, options))
        expect(mailer.text(fixture.receipt, options)).toBe(engine.text(fixture.receipt, options))
        expect(mailer.slip(fixture.receipt, options)).toEqual(engine.slip(fixture.receipt, options))
      }
    },
  )

  test.each([...fixtures])('$name in its own language, with all of them', async fixture => {
    const engine = await engineFor(fixture)
    const mailer = createMailer({ ...optionsOf(fixture), languages })
    const options = { offers: fixture.offers, acceptLanguage: fixture.acceptLanguage }
    expect(mailer.locale(fixture.receipt, options)).toEqual(engine.locale(fixture.receipt, options))
    expect(plainMail(mailer.email(fixture.receipt, options))).toEqual(plainMail(engine.email(fixture.receipt, options)))
  })
})

/** With its images as text. */
function plainMail(mail: MailMessage): object {
  return {
    ...mail,
    attachments: mail.attachments.map(each => ({ ...each, content: Buffer.from(each.content).toString('base64') })),
  }
}

describe('what it can’t do is said', () => {
  test.each([
    [{ templates: './my-brand' }, /^templates: .*createEngine/],
    [{ attachData: true }, /^attachData: /],
    [{ pdf: { paper: 'a4' } }, /^pdf: .*browser/],
    [{ locales: { messages: './words' } }, /^locales\.messages: .*`words`/],
    [{ brand: { logo: './logo.png' } }, /^brand\.logo: .*give the bytes/],
    [{ colour: 'red' }, /colour/],
  ])('%o', (options, message) => {
    expect(() => createMailer(options as MailerOptions)).toThrow(message)
  })

  test('a language that isn’t there', () => {
    expect(() => createMailer().email(sale, { locale: 'ja' })).toThrow(/locale/)
    expect(createMailer({ languages }).text(sale, { locale: 'ja' })).toContain('合計')
  })

  test('a folder of words for a store', () => {
    expect(() => createMailer().email(sale, { messages: './words' } as object)).toThrow(/`words`/)
  })

  test('a receipt that isn’t one', () => {
    expect(() => createMailer().email('{}')).toThrow(/may not be null/)
  })
})

test('words of a merchant win', () => {
  const mailer = createMailer({ words: { de: { totals: { grand: 'Zu zahlen' } } } })
  expect(mailer.text(sale, { locale: 'de' })).toContain('Zu zahlen')
  expect(() => createMailer({ words: { de: { totals: { grant: 'Zu zahlen' } } } })).toThrow(
    /words\/de\.json: there is no message/,
  )
})

describe('the file', () => {
  const code = readFileSync(join(dist, 'mail.js'), 'utf8')

  test('imports nothing, and makes no code at run time', () => {
    expect(code).not.toMatch(/\bimport\s*[("'{*]|\bfrom\s*["']|\brequire\(|node:|\bnew Function\b|\beval\(/)
  })

  test('has at most 400 KB, gzipped', () => {
    expect(gzipSync(code).length).toBeLessThan(400_000)
  })
})
