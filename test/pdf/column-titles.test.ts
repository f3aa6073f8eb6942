import { expect, test } from 'vitest'
import { looks } from '../../src/view/variant.ts'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import { engineFor, fixtures, sampled } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'
import { isSampled } from '../support/scope.ts'

const withTaxes = fixtures.filter(({ receipt }) => (receipt as { taxes?: unknown[] }).taxes?.length)

const prints = looks.flatMap(variant => (['roll80', 'roll58'] as const).map(paper => ({ variant, paper })))

test.each(withTaxes)('titles of tax columns are whole on rolls, or there are no columns: $name', async fixture => {
  const taken = prints.filter(({ variant, paper }) => sampled(variant, { on: paper }).includes(fixture))
  const engine = await engineFor(fixture)
  const languages = [fixture.acceptLanguage, 'fr-FR', 'ja-JP']
  for (const acceptLanguage of languages.filter((_, at) => isSampled(at, withTaxes.indexOf(fixture)))) {
    const { taxes } = engine.view(fixture.receipt, { acceptLanguage })
    if (!taxes) continue
    for (const { variant, paper } of taken) {
      const pdf = await engine.pdf(fixture.receipt, { acceptLanguage, paper, variant })
      if ((await pageOf({ ...fixture, acceptLanguage }, paper, variant)).match(/<body class="[^"]*\bwide-taxes/))
        continue
      const words = (await readPages(pdf, async page => page.text())).join('\n').split(/[\s\u00a0]+/)
      for (const word of [taxes.columns.base, taxes.columns.amount].flatMap(title => title.split(' ')))
        expect(words, `${acceptLanguage}, ${paper}, ${variant}`).toContain(word)
    }
  }
})
