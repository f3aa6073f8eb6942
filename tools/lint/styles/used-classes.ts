import { readTemplateFiles, type TemplateFiles } from '../../../src/document/template-files.ts'
import { templateFolder } from '../../../src/document/templates.ts'
import { classesOf } from '../markup/html-pieces.ts'
import { scanFolder } from '../markup/scan-folder.ts'

/** The classes that a folder's HTML templates use, for mail and paper: they share most sections. */
export function usedClasses(files: TemplateFiles): Set<string> {
  const pieces = [...scanFolder(files).values()].flat()
  return new Set(pieces.flatMap(piece => (piece.kind === 'tag' ? classesOf(piece) : [])))
}

/** The same for the package's templates. */
export function shippedClasses(): Set<string> {
  return usedClasses(readTemplateFiles(templateFolder))
}
