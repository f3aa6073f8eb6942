import { unbrokenClass } from '../../../src/document/language/helpers.ts'
import { readTemplateFiles, type TemplateFiles } from '../../../src/document/template-files.ts'
import { templateFolder } from '../../../src/document/templates.ts'
import { classesOf } from '../markup/html-pieces.ts'
import { scanFolder } from '../markup/scan-folder.ts'

/** The classes that a folder's HTML templates use, for mail and paper, which share most sections; and the one that values bring. */
export function usedClasses(files: TemplateFiles): Set<string> {
  const pieces = [...scanFolder(files).values()].flat()
  return new Set([unbrokenClass, ...pieces.flatMap(piece => (piece.kind === 'tag' ? classesOf(piece) : []))])
}

/** The same for the package's templates. */
export function shippedClasses(): Set<string> {
  return usedClasses(readTemplateFiles(templateFolder))
}
