import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { readTemplateFiles } from '../../../src/document/template-files.ts'
import type { Look } from '../../../src/view/variant.ts'
import type { LintedFolder } from '../../../tools/lint/finding.ts'

const shipped = readTemplateFiles(templateFolder)

/** A merchant's folder as the rules see it: these files over the package's. */
export function folderOf(files: Record<string, string>, words: readonly string[] = []): LintedFolder {
  const own = new Map(Object.entries(files))
  return { look: 'modern', own, files: new Map([...shipped, ...own]), shipped, words: new Set(words) }
}

/** The package's templates in a look, as the rules see them. */
export function packageFolder(look: Look = 'modern'): LintedFolder {
  const files = readTemplateFiles(templateFolder, look)
  return { look, own: files, files, shipped: files }
}

/** A merchant's folder on disk, gone when the work is done. */
export async function inFolder<T>(files: Record<string, string>, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'my-brand-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
