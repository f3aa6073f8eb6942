import { LocaleError } from '../../errors.ts'

/** Stands in for `locale/words/message-folder.ts`: there are no files. @throws LocaleError always */
export function readMessageFolder(path: string): never {
  throw new LocaleError(
    `${path}: there are no files here; give your words themselves, as the option \`words\` of createMailer.`,
  )
}
