import { defaultColor } from '../../../../src/brand/brand.ts'
import { isColor, lightened } from '../../../../src/brand/color.ts'
import { differsOnPaper } from '../../../../src/brand/paper-fonts.ts'
import { templateFolder } from '../../../../src/document/compiled-specs.ts'
import { orderProblems, shippedSections } from '../../../../src/document/section-order.ts'
import { readOverlay, readTemplateFiles } from '../../../../src/document/template-files.ts'
import { CounterfoilError, OptionError } from '../../../../src/errors.ts'
import { type Look, looks } from '../../../../src/view/variant.ts'
import type { BrandState, FileList, FileText, TextInput } from '../api.ts'
import { Refused } from '../request.ts'
import { type BrandPicture, changed, readSettings, withLogo, withPaperFont, withSettings } from './brand-settings.ts'
import { type FilesToWrite, type History, listFiles, openHistory, readText, saveText } from './folder-files.ts'
import { freeName, languagesOf, readOwnTexts, withoutText, withText } from './own-texts.ts'
import { fullOrder, type OrderedTemplates, shortestList, sideEffects, usualOrder } from './section-list.ts'

/**
 * Opens the folder for the page. Without one, the package's templates can be read; writing throws an OptionError.
 *
 * @param folder the template folder
 */
export function openFolderDesk(folder: string | undefined) {
  const history = folder === undefined ? undefined : openHistory(folder)

  function own(): { folder: string; history: History } {
    if (folder !== undefined && history) return { folder, history }
    throw new OptionError(
      'to change templates, start the studio with a folder; counterfoil template new my-brand makes one',
    )
  }

  function lookFor(variant?: string): Look {
    const folderVariant = folder === undefined ? undefined : readSettings(folder).variant
    return looks.find(look => look === variant) ?? looks.find(look => look === folderVariant) ?? 'modern'
  }

  /** The folder's templates over its look's, with files that are about to be written. */
  function templates(coming: FilesToWrite = {}): OrderedTemplates {
    const overlay = new Map(folder === undefined ? [] : readOverlay(folder))
    for (const [path, text] of Object.entries(coming))
      if (text === null) overlay.delete(path)
      else if (typeof text === 'string' && /\.(hbs|css)$/.test(path)) overlay.set(path, text)
    const shipped = readTemplateFiles(templateFolder, lookFor())
    return { files: new Map([...shipped, ...overlay]), shipped: shippedSections(shipped) }
  }

  /** Writes files of the folder as one step. @throws OptionError without a folder; Refused */
  function write(filesIn: (folder: string) => FilesToWrite, drag?: string): void {
    const { folder, history } = own()
    history.write(filesIn(folder), drag)
  }

  /** `brand.json` with the shortest list for an order of the sections. */
  function withOrder(folder: string, order: readonly string[], coming: FilesToWrite = {}): FilesToWrite {
    const all = templates(coming)
    const [problem] = orderProblems(all.files, order, all.shipped)
    if (problem) throw new OptionError(`sections: ${problem.message}; ${problem.advice}`)
    return { ...coming, ...changed(folder, { sections: shortestList(order, all) ?? null }) }
  }

  /** The files of a text between sections, a new one with the order that it stands in. */
  function withTextInOrder(folder: string, { name, below, words }: TextInput): FilesToWrite {
    const all = templates()
    if (name !== undefined && !readOwnTexts(folder, all.files).some(each => each.name === name))
      throw new Refused(404, `${name}: is not a text that the studio has written`)
    const section = name ?? freeName(folder, all.files)
    const written = withText(folder, section, words)
    if (name !== undefined) return written
    const order = fullOrder(readSettings(folder).sections ?? [], all)
    const at = below === undefined ? -1 : order.findIndex(entry => entry.replace(/^-/, '') === below)
    return withOrder(folder, order.toSpliced(at + 1, 0, section), written)
  }

  return {
    /** The templates of a variant's look with those of the folder. */
    files: (variant?: string): FileList => ({ files: listFiles(folder, lookFor(variant)) }),
    /** A file's texts. @throws Refused if it is no file of a template folder */
    file: (path: string, variant?: string): FileText => readText(folder, lookFor(variant), path),
    /** Writes a file of the template folder; `null` removes it. @throws Refused */
    saveFile: (path: string, text: string | null) => saveText(own().folder, path, text),
    /** The fields of `brand.json`, and what follows from them. */
    brand(): BrandState {
      const settings = folder === undefined ? {} : readSettings(folder)
      return {
        settings,
        fontsDiffer: settings.variant !== 'classic' && differsOnPaper(settings),
        usualDark: lightened(isColor(settings.color) ? settings.color : defaultColor),
        ...(folder === undefined ? noSections : sectionsOf(folder, settings.sections ?? [], templates)),
        canUndo: history?.canUndo() ?? false,
        canRedo: history?.canRedo() ?? false,
      }
    },
    /** Changes fields of `brand.json`. @throws OptionError, Refused */
    saveBrand(changes: Record<string, unknown>) {
      const names = Object.keys(changes)
      const isDrag = names.every(name => dragged.includes(name))
      write(folder => withSettings(folder, changes), isDrag ? names.join() : undefined)
    },
    /** Puts a logo into the template folder. @throws OptionError, Refused */
    saveLogo: (field: BrandPicture, base64: string) => write(folder => withLogo(folder, field, base64)),
    /** Puts a font for paper into the template folder; `null` takes it out of `brand.json`. @throws OptionError, Refused */
    savePaperFont: (weight: 'regular' | 'bold', base64: string | null) =>
      write(folder => withPaperFont(folder, weight, base64)),
    /** Writes the order of the sections: all names, those left out with a hyphen; `null` for the usual one. @throws OptionError */
    saveOrder: (order: readonly string[] | null) =>
      write(folder => withOrder(folder, order ?? usualOrder(readSettings(folder).sections ?? [], templates()))),
    /** Writes a text between sections, a new one below the section that is named. @throws OptionError, Refused */
    saveText: (text: TextInput) => write(folder => withTextInOrder(folder, text)),
    /** Takes a text out again. @throws OptionError, Refused */
    removeText: (name: string) =>
      write(folder => {
        const all = templates()
        const removed = withoutText(folder, name, all.files)
        const order = fullOrder(readSettings(folder).sections ?? [], all).filter(entry => entry !== name)
        return withOrder(folder, order, removed)
      }),
    /** Undoes the last change that was made by controls. @throws OptionError, Refused if a file was changed since */
    undo: () => own().history.undo(),
    /** Makes it again. @throws OptionError, Refused if a file was changed since */
    redo: () => own().history.redo(),
  }
}

/** What the page reads and writes of the template folder. */
export type FolderDesk = ReturnType<typeof openFolderDesk>

/** The fields whose controls send many values in a row. */
const dragged = ['color', 'colorDark', 'corner']

const noSections = { order: [], own: [], alsoMoved: [], texts: [], languages: [] }

/** The order of the sections, and the folder's texts; those that can't be read are shown as mistakes above the mail. */
function sectionsOf(
  folder: string,
  given: readonly string[],
  templates: () => OrderedTemplates,
): Pick<BrandState, 'order' | 'own' | 'alsoMoved' | 'texts' | 'languages'> {
  try {
    const all = templates()
    const order = fullOrder(given, all)
    return {
      order,
      own: order.filter(entry => !all.shipped.includes(entry.replace(/^-/, ''))),
      alsoMoved: sideEffects(given, all),
      texts: readOwnTexts(folder, all.files),
      languages: languagesOf(folder),
    }
  } catch (error) {
    if (error instanceof CounterfoilError) return noSections
    throw error
  }
}
