import { readTemplateFiles, type TemplateFiles } from '../../../src/document/template-files.ts'
import { templateFolder } from '../../../src/document/templates.ts'
import { classesOf } from '../markup/html-pieces.ts'
import { scanFolder } from '../markup/scan-folder.ts'

/** The classes that the HTML templates of a folder use, those for mail and those for paper: both share most sections. */
export function usedClasses(files: TemplateFiles): Set<string> {
  const pieces = [...scanFolder(files).values()].flat()
  return new Set(pieces.flatMap(piece => (piece.kind === 'tag' ? classesOf(piece) : [])))
}

/** The same of the package's own templates. */
export function shippedClasses(): Set<string> {
  return usedClasses(readTemplateFiles(templateFolder))
}
