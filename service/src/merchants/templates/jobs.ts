import { CounterfoilError } from 'counterfoil'
import { readTemplateFolder, writeInFolder } from 'counterfoil/internal'
import { contentOf, type KeptFolder } from '../appearances.ts'
import { findingsOf, type TemplateFinding } from './examine.ts'
import { UploadError } from './unzip.ts'
import { filesOf, type TemplatesInput } from './upload.ts'

/** What the thread apart does with templates that somebody uploaded. */

/** Templates to examine. */
export interface ExamineRequest {
  sent: TemplatesInput
  /** An empty folder to unpack them to. */
  folder: string
}

/** Templates that were examined, or why they can't be kept. */
export type Examined =
  | { content: KeptFolder; findings: TemplateFinding[]; files: number; bytes: number }
  | { problem: string }

/** Most findings kept: more are one mistake, repeated. */
const maxFindings = 500

/** Writes the folder through the engine's gate, lints it, fills it with every sample receipt, and reads it as an engine does. */
export async function examine({ sent, folder }: ExamineRequest): Promise<Examined> {
  try {
    const files = filesOf(sent)
    for (const [path, bytes] of files) {
      const unwritten = writeInFolder(folder, path, bytes)
      if (unwritten) return { problem: `${path} ${unwritten.problem}` }
    }
    const findings = await findingsOf(folder)
    const content = contentOf(readTemplateFolder(folder))
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0)
    return { content, findings: findings.slice(0, maxFindings), files: files.size, bytes }
  } catch (error) {
    if (error instanceof UploadError) return { problem: error.message }
    // Whoever uploaded it knows nothing of where it was unpacked.
    if (error instanceof CounterfoilError) return { problem: error.message.replaceAll(`${folder}/`, '') }
    throw error
  }
}
