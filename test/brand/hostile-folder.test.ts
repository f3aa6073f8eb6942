import { execFileSync } from 'node:child_process'
import { linkSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTemplateFolder, readWords } from '../../src/brand/template-folder.ts'
import { createEngine, TemplateError } from '../../src/index.ts'
import { maxFileBytes } from '../../src/options/regular-file.ts'
import { lintBrand } from '../../tools/lint/brand.ts'
import { lintTemplates } from '../../tools/lint/lint.ts'
import { lintWords } from '../../tools/lint/words.ts'
import { isBeyond } from '../support/cpu.ts'
import { pngLogo } from '../support/logos.ts'
import { inFolder } from '../tools/lint/folders.ts'

const header = 'sections/header.html.hbs'

describe('opening and linting cost what a file is long, not its square', () => {
  const filled = (part: string) => part.repeat(Math.floor(maxFileBytes.template / 2 / part.length))

  test('many of what is allowed', async () => {
    const files = {
      'brand.css': filled('.muted{color:#1f5c4d}\n'),
      'sections/header.html.hbs': filled('{{#if store}}a{{/if}}'),
      'sections/loyalty.html.hbs': filled('a'),
      'sections/related.html.hbs': filled(' '),
      'sections/offers.html.hbs': filled('<'),
    }
    await inFolder(files, async folder => {
      const begun = process.cpuUsage()
      await createEngine({ templates: folder }).then(engine => engine.close())
      await lintTemplates(folder)
      const { user, system } = process.cpuUsage(begun)
      // The squares took minutes.
      expect(isBeyond((user + system) / 1000, 20_000)).toBe(false)
    })
  })

  test.each([
    ['brand.css', filled('{{#if store}}'), 'blocks are nested more than 100 deep'],
    ['brand.css', filled(':not('), 'brackets are nested more than 100 deep'],
    [header, filled('{{#if store}}'), 'blocks are nested more than 100 deep'],
    [header, filled('{{!--'), 'invalid Handlebars'],
    [header, filled('<div>'), 'elements are nested more than 100 deep'],
    ['locales/en.json', `${'{"own":'.repeat(30_000)}"a"${'}'.repeat(30_000)}`, 'is nested more than 10 deep'],
    ['brand.json', `${'{"color":'.repeat(25_000)}"a"${'}'.repeat(25_000)}`, 'color: must be #rrggbb'],
  ])('%s without end: %#', async (file, text, message) => {
    await inFolder({ [file]: text }, async folder => {
      await expect(createEngine({ templates: folder })).rejects.toThrow(message)
    })
  })
})

describe('what is nested too deep is named with its place', () => {
  test.each([
    ['brand.css', '@media x{'.repeat(101), 'brand.css:1:909: brackets are nested more than 100 deep'],
    [header, '{{#if a}}'.repeat(101), `${header}:1:901: blocks are nested more than 100 deep`],
    [header, `\n${'<div>'.repeat(101)}`, `${header}:2:501: elements are nested more than 100 deep`],
  ])('%s', async (file, text, message) => {
    await inFolder({ [file]: text }, async folder => {
      await expect(createEngine({ templates: folder })).rejects.toThrow(message)
      await expect(lintTemplates(folder)).rejects.toThrow(message)
    })
  })

  test('but a hundred are taken, and elements that end by themselves do not count', async () => {
    const files = {
      'brand.css': `${'@media (min-width: 1px){'.repeat(100)}${'}'.repeat(100)}`,
      [header]: `${'<div>'.repeat(100)}${'{{#if store}}'.repeat(100)}${'{{/if}}'.repeat(100)}${'</div>'.repeat(100)}${'<p>Hello<br>'.repeat(200)}`,
    }
    await inFolder(files, async folder => {
      await (await createEngine({ templates: folder })).close()
    })
  })
})

describe('only regular files of a bounded size are read', () => {
  const open = (templates: string) => createEngine({ templates }).then(engine => engine.close())

  test.each([
    ['brand.css', 'brand.css: is larger than 64 KB'],
    [header, 'header.html.hbs: is larger than 64 KB'],
    ['brand.json', 'brand.json: is larger than 256 KB'],
    ['locales/en.json', 'en.json: is larger than 256 KB'],
  ])('%s', async (file, message) => {
    await inFolder({ [file]: ' '.repeat(300 * 1024) }, folder => expect(open(folder)).rejects.toThrow(message))
  })

  test.each(['brand.css', 'brand.json', 'locales/en.json', 'logo.png'])('a pipe called %s', async file => {
    await inFolder({ 'brand.json': '{"logo":"logo.png"}', 'locales/de.json': '{}' }, async folder => {
      execFileSync('rm', ['-f', join(folder, file)])
      execFileSync('mkfifo', [join(folder, file)])
      await expect(open(folder)).rejects.toThrow('is not a regular file')
    })
  })

  test.each(['/dev/zero', '/dev/full'])('a logo at %s', async logo => {
    await expect(createEngine({ brand: { logo } })).rejects.toThrow('brand.logo: is not a regular file')
  })

  test.each([
    ['brand.logo', { logo: '/dev/zero' }],
    ['brand.logo', { logo: '../secret.png' }],
    ['brand.logo', { logo: 'pictures/../../secret.png' }],
    ['brand.logoDark', { logo: 'logo.png', logoDark: '/etc/hosts' }],
    ['brand.paperFonts.regular', { paperFonts: { regular: '../secret.png' } }],
    ['brand.paperFonts.bold', { paperFonts: { regular: 'logo.png', bold: '/etc/hosts' } }],
  ])('%s of brand.json outside the folder', async (option, brand) => {
    await inFolder(
      { 'mine/brand.json': JSON.stringify(brand), 'secret.png': 'the key', 'mine/logo.png': '' },
      async folder => {
        const message = `${option}: is a file outside the folder`
        await expect(open(join(folder, 'mine'))).rejects.toThrow(message)
        expect(JSON.stringify(await lintTemplates(join(folder, 'mine')))).toContain('is a file outside the folder')
      },
    )
  })

  test('a logo of brand.json by its whole path, and behind a link to the folder', async () => {
    await inFolder({}, async folder => {
      writeFileSync(join(folder, 'logo.png'), pngLogo([12, 22, 52, 255]))
      writeFileSync(join(folder, 'brand.json'), JSON.stringify({ logo: join(folder, 'logo.png') }))
      await open(folder)
      symlinkSync(folder, `${folder}-link`)
      await open(`${folder}-link`).finally(() => unlinkSync(`${folder}-link`))
    })
  })

  test('a folder by a path from here', async () => {
    await inFolder({ 'brand.json': '{"logo":"logo.png"}', 'brand.css': '', 'locales/de.json': '{}' }, async folder => {
      writeFileSync(join(folder, 'logo.png'), pngLogo([12, 22, 52, 255]))
      const near = relative('', folder)
      await open(near)
      await lintTemplates(near)
      expect(readTemplateFolder(near)).toEqual(readTemplateFolder(folder))
      expect(lintBrand(near)).toEqual(lintBrand(folder))
    })
  })

  test('a picture and words behind a link of a folder above', async () => {
    await inFolder({ 'locales/de.json': '{"the key":"of the house"}', 'logo.png': '' }, async outside => {
      await inFolder({ 'brand.json': '{"logo":"pictures/logo.png"}' }, async folder => {
        symlinkSync(outside, join(folder, 'pictures'))
        await expect(open(folder)).rejects.toThrow(`${join(folder, 'pictures')}: is a link to a folder`)
        expect(lintBrand(folder).findings).toMatchObject([{ message: 'logo: links to a file outside the folder' }])
        unlinkSync(join(folder, 'pictures'))
        symlinkSync(join(outside, 'locales'), join(folder, 'locales'))
        const said = [() => readWords(folder), () => lintTemplates(folder)].map(async read => read())
        for (const each of said) await expect(each).rejects.toThrow(`${join(folder, 'locales')}: is a link to a folder`)
        expect(JSON.stringify(lintWords(folder))).not.toContain('the key')
      })
    })
  })

  test('a link that leads out of the folder, whose content an error would quote', async () => {
    await inFolder({ 'secret.txt': 'the key of the house' }, async outside => {
      for (const file of ['brand.json', 'locales/de.json', 'brand.css'])
        await inFolder({ 'locales/fr.json': '{}' }, async folder => {
          symlinkSync(join(outside, 'secret.txt'), join(folder, file))
          const said = await open(folder).then(String, String)
          expect(said).toContain('links to a file outside the folder')
          const linted = await lintTemplates(folder).then(JSON.stringify, String)
          expect(said + linted).not.toContain('the key')
        })
    })
  })

  test('a link within the folder is a file, as in a mounted ConfigMap', async () => {
    await inFolder({ '..data/brand.css': '.muted{color:#1f5c4d}' }, async folder => {
      symlinkSync('..data/brand.css', join(folder, 'brand.css'))
      await open(folder)
    })
  })

  test.each([
    ['itself', (folder: string) => symlinkSync('.', join(folder, 'a'))],
    ['itself, twice', (folder: string) => ['a', 'b'].map(name => symlinkSync(folder, join(folder, name)))],
    ['each other', (folder: string) => [symlinkSync('b', join(folder, 'a')), symlinkSync('a', join(folder, 'b'))]],
    ['the root', (folder: string) => symlinkSync('/', join(folder, 'sections'))],
  ])('no link to %s', async (_, make) => {
    await inFolder({ 'brand.css': '' }, async folder => {
      make(folder)
      for (const said of [open(folder), lintTemplates(folder)]) {
        await expect(said).rejects.toThrow(TemplateError)
        await expect(said).rejects.toThrow(/my-brand-\w+\/(?:a|b|sections): is a link to a folder/)
      }
    })
  })

  test('no folders without end, too many files, or too many bytes', async () => {
    await inFolder({ [`${'a/'.repeat(9)}brand.css`]: '' }, folder =>
      expect(open(folder)).rejects.toThrow('a/a/a/a/a/a/a/a/a: folders are nested more than 8 deep'),
    )
    await inFolder({ 'own-0.txt': '' }, folder => {
      multiply(folder, 5001, at => `own-${at}.txt`)
      return expect(open(folder)).rejects.toThrow('has more than 5000 files; is it the right folder?')
    })
    await inFolder({ 'sections/own-0.html.hbs': ' '.repeat(maxFileBytes.template) }, folder => {
      multiply(folder, 257, at => `sections/own-${at}.html.hbs`)
      return expect(open(folder)).rejects.toThrow('with this file there are more than 16 MB')
    })
  })

  test('a folder of five hundred templates is taken, one of more is another folder', async () => {
    await inFolder({ 'sections/own-0.html.hbs': '' }, async folder => {
      multiply(folder, 500, at => `sections/own-${at}.html.hbs`)
      await open(folder)
      writeFileSync(join(folder, 'sections/own-500.html.hbs'), '')
      await expect(open(folder)).rejects.toThrow('has more than 500 templates and stylesheets')
    })
  })
})

/** Gives a folder that many files, all of them its first one: to write each takes longer than to read them. */
function multiply(folder: string, count: number, file: (at: number) => string): void {
  for (let at = 1; at < count; at++) linkSync(join(folder, file(0)), join(folder, file(at)))
}
