import { contentProblems } from './content.ts'
import { fileProblems } from './file.ts'
import { readObjects } from './objects.ts'
import { structureProblems } from './structure.ts'

/**
 * Checks a PDF against the failure conditions of the Matterhorn Protocol 1.1 that a program can find (docs/pdf-ua.md lists
 * them), by other code than wrote it.
 *
 * @returns the number and name of each problem
 */
export async function accessProblems(pdf: Uint8Array): Promise<string[]> {
  const objects = readObjects(pdf)
  return [...structureProblems(objects), ...fileProblems(objects), ...(await contentProblems(pdf))]
}
