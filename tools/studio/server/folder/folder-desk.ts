import { usualColor } from '../../../../src/brand/brand.ts'
import { isColor, lightened } from '../../../../src/brand/color.ts'
import { OptionError } from '../../../../src/errors.ts'
import { type Look, looks } from '../../../../src/view/variant.ts'
import type { BrandShown, FileList, FileText } from '../api.ts'
import { readSettings, saveLogo, saveSettings } from './brand-settings.ts'
import { listFiles, readText, saveText } from './template-texts.ts'

/**
 * Opens the folder for the page. Without one, the package's templates can be read; writing throws an OptionError.
 *
 * @param folder the template folder
 */
export function openFolderDesk(folder: string | undefined) {
  function own(): string {
    if (folder !== undefined) return folder
    throw new OptionError(
      'to change templates, start the studio with a folder; counterfoil template new my-brand makes one',
    )
  }

  function lookFor(variant: string | undefined): Look {
    const usual = folder === undefined ? undefined : readSettings(folder).variant
    return looks.find(look => look === variant) ?? looks.find(look => look === usual) ?? 'modern'
  }

  return {
    /** The templates of a variant's look with those of the folder. */
    files: (variant?: string): FileList => ({ files: listFiles(folder, lookFor(variant)) }),
    /** A file's texts. @throws Refused if it is no file of a template folder */
    file: (path: string, variant?: string): FileText => readText(folder, lookFor(variant), path),
    /** Writes a file of the template folder; `null` removes it. @throws Refused */
    saveFile: (path: string, text: string | null) => saveText(own(), path, text),
    /** The fields of `brand.json`, and what follows from them. */
    brand(): BrandShown {
      const settings = folder === undefined ? {} : readSettings(folder)
      return { settings, usualDark: lightened(isColor(settings.color) ? settings.color : usualColor) }
    },
    /** Changes fields of `brand.json`. @throws OptionError, Refused */
    saveBrand: (changes: Record<string, unknown>) => saveSettings(own(), changes),
    /** Puts a logo into the template folder. @throws OptionError, Refused */
    saveLogo: (field: 'logo' | 'logoDark', base64: string) => saveLogo(own(), field, base64),
  }
}

/** What the page reads and writes of the template folder. */
export type FolderDesk = ReturnType<typeof openFolderDesk>
