import { expect, test } from 'vitest'
import { compileTemplates } from '../../../src/document/compile.ts'
import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { parseTemplate } from '../../../src/document/language/parse.ts'
import { readTemplateFiles } from '../../../src/document/template-files.ts'
import { looks } from '../../../src/view/variant.ts'
import { lintTemplates } from '../../../tools/lint/lint.ts'
import { isExhaustive } from '../../support/scope.ts'

test('a text is parsed once, whichever file has it', () => {
  const text = '<p>{{heading.store}}, once</p>'
  expect(parseTemplate(text, 'sections/one.html.hbs')).toBe(parseTemplate(text, 'sections/two.html.hbs'))
})

test('a mistake is reported for each file that has it', () => {
  for (const file of ['sections/one.html.hbs', 'sections/two.html.hbs'])
    expect(() => parseTemplate('{{#if heading.store}}', file)).toThrow(file)
})

// The looks share most of their files.
test.each(looks.slice(0, isExhaustive ? looks.length : 1))(
  'neither compiler nor lint changes a tree: %s',
  async look => {
    const files = readTemplateFiles(templateFolder, look)
    const trees = [...files].filter(([path]) => path.endsWith('.hbs')).map(([path, text]) => parseTemplate(text, path))
    const before = structuredClone(trees)
    compileTemplates(files)
    await lintTemplates(undefined, { variant: look })
    expect(trees.length).toBeGreaterThan(50)
    expect(trees).toEqual(before)
  },
)
