import { readReceipt } from 'counterfoil/internal'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { refusalWords } from '../../console/parts/refusals.ts'
import { speak } from '../../console/parts/words.ts'
import { dayEndActs } from '../../src/acts/statistics/day-end.ts'
import { check, InvalidInputError, issueMessage } from '../../src/basics/errors/errors.ts'
import { readPageFiles } from '../../src/http/console/pages.ts'
import { tooLarge, tooManyFiles } from '../../src/merchants/templates/unzip.ts'
import { filesOf, maxUpload } from '../../src/merchants/templates/upload.ts'
import { passwordProblem } from '../../src/people/passwords.ts'
import { consoleLanguages } from '../support/console-languages.ts'
import { receipt } from '../support/service.ts'

/** Loads a language's words as the page does. */
function speaking(tag: string): Promise<void> {
  return speakWith(tag, readPageFiles()?.file(`words/${tag}.json`)?.bytes ?? new Uint8Array())
}

async function speakWith(tag: string, words: Uint8Array): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response(Buffer.from(words)))
  vi.stubGlobal('document', { documentElement: {} })
  await speak(tag)
}

// Other tests share the module, and expect it to have no words.
afterAll(async () => {
  await speakWith('en-US', Buffer.from('{}'))
  vi.unstubAllGlobals()
})

const anyDay = { storeId: '12', date: '2026-11-28' }

/** What tills send wrong most often, and what people type into the console's forms. */
const problems = [
  ...refusals({
    ...receipt(),
    receiptType: 'Email',
    transactionType: null,
    receiptDateTime: '20.11.2026 17:45',
    grandAmount: '12,00 EUR',
    currency: 'EURO',
    paymentLink: 'www.example.com',
    items: [{ name: 'Tea', total: 4.2e12, price: 4_111_111_111_111_111 }],
    customer: { emailAddress: 'ada@' },
    signature: { base64Image: '####', imageMimeType: 'image/png' },
    workstation: { id: '1', store: { id: '1', name: 'x'.repeat(101), address: [] } },
  }),
  ...refusals('{"broken"'),
  ...refusals({ receipt: receipt() }),
  ...refusedBy(dayEndActs.showDayEnd, { storeId: '', date: '28.11.2026', cutOff: '4 am' }),
  ...refusedBy(dayEndActs.signDayEnd, { ...anyDay, cash: [{ currency: 'Euro', counted: '412,50' }] }),
  'was signed off before',
  'a second factor is needed here',
  'take too long to fill',
  tooLarge(maxUpload),
  tooManyFiles(maxUpload),
  ...[['../x.hbs'], ['/x.hbs'], ['a:b'], ['x'.repeat(300)], ['a/A', 'A/a'], ['a', 'a/b']].map(uploadProblem),
  uploadProblem([]),
  'is for a webhook that is on',
  'must be an address or, for all of a domain, @example.com',
  ...['too short', 'x'.repeat(201), 'abababababababab', 'my ADA@example.com, 2026'].flatMap(
    password => passwordProblem(password, 'ada@example.com') ?? [],
  ),
  'is not the password',
  'must be in the future',
  'must be plain text in one line',
  'must not look like an email address',
  'must be letters, digits, or ._@+-, at most 100',
  'locales.currency: "EURO" is not a currency code. Use three capital letters such as CAD (ISO 4217).',
  'locales.timeZone: "Berlin" is not a time zone. Use an IANA name such as America/Toronto.',
  issueMessage({ code: 'unrecognized_keys', keys: ['colour'], input: {} } as never) ?? '',
  issueMessage({ code: 'too_small', origin: 'string', minimum: 1, input: '' } as never) ?? '',
]

/** What is said of a folder with files of these names; of none, of what isn't a zip file. */
function uploadProblem(paths: readonly string[]): string {
  const files = paths.map(path => ({ path, content: '' }))
  try {
    filesOf(paths.length > 0 ? { files } : { zip: 'AAAA' })
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It isn’t refused.')
}

/** What an act says of what can't be its input. */
function refusedBy({ input }: { input?: z.ZodType }, sent: object): string[] {
  try {
    check(input ?? z.never(), sent)
  } catch (error) {
    if (error instanceof InvalidInputError)
      return Object.values(error.fields).flatMap(list => list.map(({ message }) => message))
  }
  throw new Error('It isn’t refused.')
}

function refusals(sent: object | string): string[] {
  const { errors } = readReceipt(typeof sent === 'string' ? sent : JSON.stringify(sent))
  return Object.values(errors).flatMap(list => list.map(({ message }) => message))
}

describe.each(consoleLanguages.filter(tag => !tag.startsWith('en')))('refusals in %s', tag => {
  test('are in that language', async () => {
    await speaking('en-US')
    const english = problems.map(refusalWords)
    await speaking(tag)
    expect(problems.filter(message => refusalWords(message) === message)).toEqual([])
    expect(problems.map(refusalWords).filter((words, at) => words === english[at])).toEqual([])
    for (const words of problems.map(refusalWords)) expect(words).not.toMatch(/\b(?:must|may not|has the)\b|\{\{/)
  })
})

test('keep the values, of which a long list has a few, and the likeliest', async () => {
  await speaking('de-DE')
  const [currency] = refusals({ ...receipt(), currency: 'EURR' })
  expect(currency).toMatch(/^must be one of \w+, \w+, \w+ and \d+ more/)
  expect(refusalWords(currency ?? '')).toMatch(/^muss einer dieser Werte sein: \w+, \w+, \w+ und \d+ weitere/)
  expect(refusalWords('must have at least 15 characters')).toBe('braucht mindestens 15 Zeichen')
  expect(refusalWords('locales.currency: "EURO" is not a currency code.')).toMatch(
    /^locales\.currency: muss ein Währungs/,
  )
})

test('nobody translates what isn’t known', async () => {
  await speaking('de-DE')
  expect(refusalWords('EAN-128 has no AI (99)')).toBe('EAN-128 has no AI (99)')
})
