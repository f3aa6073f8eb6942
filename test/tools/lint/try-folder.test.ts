import { expect, test } from 'vitest'
import { lintTemplates, tryTemplates } from '../../../tools/lint/lint.ts'
import { inFolder } from './folders.ts'

const foot = 'sections/footer.html.hbs'

test('reports a missing field once with its place, even under lint-allow, and none that is there or asked for', async () => {
  const tested = '<p>{{heading.store}}{{#if heading.copy}}{{heading.copy}}{{/if}}</p>'
  const template = `{{!-- lint-allow maybe-absent --}}\n<p>{{heading.outcome}}</p>${tested}`
  await inFolder({ [foot]: template }, async folder => {
    expect((await lintTemplates(folder)).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(await tryTemplates(folder)).toEqual([
      {
        file: foot,
        line: 2,
        column: 6,
        message: expect.stringMatching(/^\{\{heading.outcome}} is printed, but receipt [\w-]+ has no such text$/),
        advice: 'put {{#if heading.outcome}} around it, or correct its name',
      },
    ])
  })
})
