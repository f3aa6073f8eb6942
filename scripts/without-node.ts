import { resolve } from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { symbologies } from '../src/barcode/barcode.ts'
import { compileTemplates } from '../src/document/compile.ts'
import type { CompiledTemplates } from '../src/document/compiled.ts'
import { templateFolder } from '../src/document/compiled-specs.ts'
import { readTemplateFiles } from '../src/document/template-files.ts'
import { looks } from '../src/view/variant.ts'
import { lessOfBwip, readersPlugin } from './parts.ts'

/** What is written into a bundle. */
interface Contents {
  /** Message files by tag, as text. */
  texts: readonly (readonly [tag: string, text: string])[]
  /** The templates of each look beside those of mail. */
  pages: readonly Exclude<keyof CompiledTemplates, 'emailLtr' | 'emailRtl'>[]
  /** Other modules by path, as code. */
  modules?: Readonly<Record<string, string>>
}

/** In `src`: what takes from Node, and what stands in for it. */
const standIns: Readonly<Record<string, string>> = {
  'standards/host.ts': 'host.ts',
  'barcode/symbol/load-bwip.ts': 'load-bwip.ts',
  'document/compiled-specs.ts': 'compiled-specs.ts',
  'document/shipped-specs.ts': 'compiled-specs.ts',
  'receipt/schema/load-zod.ts': 'load-zod.ts',
  'locale/words/load-i18next.ts': 'load-i18next.ts',
  'locale/words/message-folder.ts': 'message-folder.ts',
  'view/load-sanitizer.ts': 'load-sanitizer.ts',
  'options/regular-file.ts': 'regular-file.ts',
}

const src = resolve(import.meta.dirname, '../src')

/**
 * Bundles a module for where there is no Node, and nothing may be compiled: its code as one file.
 *
 * @throws Error that names what it needs of Node
 */
export async function bundleWithoutNode(input: string, contents: Contents): Promise<string> {
  const bundle = await rolldown({
    input,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
    plugins: [withoutNode(contents), readersPlugin],
    transform: { target: 'es2023' },
    treeshake: { moduleSideEffects: id => id.endsWith('/load-zod.ts') },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  const [{ code, imports }] = output as [OutputChunk]
  if (imports.length > 0) throw new Error(`The bundle of ${input} imports ${imports.join(', ')}`)
  const left = /\bimport\.meta\b|\bnew Function\b|\beval\(|\brequire\(|\bBuffer\b|\bprocess\./.exec(code)
  if (left) throw new Error(`The bundle of ${input} needs Node: ${code.slice(left.index - 60, left.index + 60)}`)
  return code
}

function withoutNode({ texts, pages, modules = {} }: Contents): Plugin {
  return {
    name: 'without-node',
    async resolveId(name, importer, options) {
      // Only for styles, which offers can't have.
      if (name === 'postcss') return '\0postcss'
      // Whoever uses it must be left out.
      if (name.startsWith('node:')) return { id: name, external: true, moduleSideEffects: false }
      if (!name.startsWith('.') || !importer || importer.includes('/node_modules/')) return undefined
      const found = await this.resolve(name, importer, { ...options, skipSelf: true })
      const instead = found && standIns[found.id.slice(src.length + 1)]
      return instead && !importer.includes('/without-node/') ? resolve(src, 'mail/without-node', instead) : found
    },
    load(id) {
      if (id === '\0postcss') return 'export default {}'
      if (id === resolve(src, 'mail/built.ts')) return builtModule(pages)
      if (id === resolve(src, 'locale/words/shipped.ts'))
        return `const texts = new Map(${JSON.stringify(texts)})\nexport const shippedTexts = () => texts`
      return modules[id]
    },
    transform(code, id) {
      if (!id.endsWith('/bwipp.mjs')) return lessOfBwip(code, id, symbologies)
      // Vercel's sandbox gives a script the `Object` of another realm, whose instances its literals aren't.
      const check = ' || opts.constructor !== Object'
      if (!code.includes(check)) throw new Error('bwip-js checks its options in another way')
      return lessOfBwip(code.replace(check, ''), id, symbologies)
    },
  }
}

/** The compiled templates as code. The two directions of a mail differ in texts only, so they are one function of those texts. */
function builtModule(pages: Contents['pages']): string {
  const functions: string[] = []
  const specs = looks.map(look => {
    const { emailLtr, emailRtl, ...compiled } = compileTemplates(readTemplateFiles(templateFolder, look))
    const { code, ltr, rtl } = asOne(emailLtr, emailRtl)
    functions.push(`const ${look}Mail = side => ${code}`)
    const mails = [`emailLtr: ${look}Mail(${JSON.stringify(ltr)})`, `emailRtl: ${look}Mail(${JSON.stringify(rtl)})`]
    return `${look}: { ${[...mails, ...pages.map(page => `${page}: ${compiled[page]}`)].join(',\n')} }`
  })
  const code = `${functions.join('\n')}\nconst specs = { ${specs.join(',\n')} }\n`
  return `${eachOnce(code)}export const built = { specs: look => specs[look], places: () => [] }`
}

/** The code with each text that stands in it more than once taken from a list: three looks have most in common. */
function eachOnce(code: string): string {
  const counts = new Map<string, number>()
  for (const [text] of code.matchAll(aText)) counts.set(text, (counts.get(text) ?? 0) + 1)
  const places = new Map<string, number>()
  for (const [text, count] of counts) if (count > 1 && text.length > 12) places.set(text, places.size)
  const less = code.replace(aText, text => {
    const place = places.get(text)
    return place === undefined ? text : `texts[${place}]`
  })
  return `const texts = [${[...places.keys()].join(', ')}]\n${less}`
}

/** Code of which two are the same but for texts: those that differ are taken from a list, `side`. */
function asOne(one: string, other: string): { code: string; ltr: string[]; rtl: string[] } {
  const [ltrTexts, rtlTexts] = [one, other].map(code => code.match(aText) ?? [])
  const [pieces, otherPieces] = [one, other].map(code => code.split(aText))
  if (pieces!.join() !== otherPieces!.join()) throw new Error('The two directions of a mail differ in more than texts')
  const ltr: string[] = []
  const rtl: string[] = []
  const code = pieces!.map((piece, at) => {
    const [left, right] = [ltrTexts![at], rtlTexts![at]]
    if (left === undefined || right === undefined || left === right) return piece + (left ?? '')
    ltr.push(JSON.parse(left))
    rtl.push(JSON.parse(right))
    return `${piece}side[${ltr.length - 1}]`
  })
  return { code: code.join(''), ltr, rtl }
}

const aText = /"(?:[^"\\]|\\.)*"/g
