import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Mutant, mutantsOf } from '../../scripts/mutation/mutants.ts'
import { regexChanges } from '../../scripts/mutation/regex-changes.ts'
import { withSwitches } from '../../scripts/mutation/switches.ts'
import { parseTypeScript } from '../../scripts/parse-typescript.ts'

const changes = (source: string) => mutantsOf(source).map(({ text }) => text)

describe('a mutant is one small change', () => {
  test.each([
    ['a < b', ['a <= b']],
    ['(a + b) * c', ['(a + b) / c', 'a - b']],
    ['a && b || c', ['a && b ', ' c', 'a ', ' b']],
    ['a ?? b', ['a ']],
    ['!a', ['a']],
    ['a ? b : c', ['true', 'false']],
    ['n === 2', ['n !== 2', '3', '(1)']],
    ['[a, b]', ['', '']],
    ["'KG KGS LB'", ['"KGS LB"', '"KG LB"', '"KG KGS"']],
    ["'kg'", ["''"]],
    ['list.some(one)', ['list.every(one)']],
    ['list[0] ?? 0', ['1', '(-1)']],
    ["'a message of words'", []],
  ])('%s', (expression, expected) => expect(changes(`const x = ${expression}`)).toEqual(expected))

  test.each([
    ['^ab$', ['/ab$/', '/^ab/']],
    ['a|b', ['/b/', '/a/']],
    ['[ab-d]', ['/[b-d]/', '/[a]/', '/[^ab-d]/']],
    ['a{2}', ['/a{3}/', '/a{1}/']],
    ['(?:a|b)+', ['/(?:b)+/', '/(?:a)+/', '/(?:a|b)/']],
  ])('of the regular expression %s', (pattern, expected) => expect(regexChanges(pattern, '')).toEqual(expected))

  test('types, imports and what only the type checker asks for are left alone', () => {
    expect(changes("import a from './a'\ntype B = 'b' | 1\nexport { c } from './c'\nconst [d = 1] = e as [0]")).toEqual(
      [],
    )
  })
})

test('a source with switches works as before until one is on', () => {
  const source =
    "const f = (a) => {\n  let n = 0\n  for (const b of a) if (b > 1 && b !== 4) n += b\n  const seen = n\n  a.length += 1\n  log(seen)\n  return ['x', n]\n}\nreturn f"
  const mutants = mutantsOf(source.replace(/\nreturn f$/, '')).map((mutant, at) => ({ ...mutant, id: at + 1 }))
  const result = (active: number, wanted = (_: Mutant) => true) => {
    const said: number[] = []
    const make = new Function('$mutant', '$turn', 'log', withSwitches(source, mutants.filter(wanted)))
    const f = make(
      (id: number) => id === active,
      () => {},
      (n: number) => said.push(n),
    )
    return JSON.stringify([f([1, 2, 3, 4]), said])
  }
  expect(result(0)).toBe('[["x",5],[5]]')
  expect(result(0, ({ kind }) => kind !== 'statement')).toBe(result(0))
  const changed = mutants.filter(({ kind, id }) => /^[se]/.test(kind) && result(id) !== result(0))
  expect(changed.length).toBeGreaterThan(10)
})

test('every source can be read with all its mutants in it', () => {
  for (const path of globSync('src/{receipt,reading,standards,barcode,locale}/**/*.ts')) {
    const source = readFileSync(path, 'utf8')
    const mutants = mutantsOf(source).map((mutant, at) => ({ ...mutant, id: at + 1 }))
    expect(() => parseTypeScript(withSwitches(source, mutants)), path).not.toThrow()
  }
})
