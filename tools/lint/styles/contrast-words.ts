import { readableContrast } from '../../../src/brand/color.ts'

export const contrastAdvice = `text needs ${readableContrast} : 1 (WCAG 2.2, 1.4.3); choose a darker or lighter shade`

/** Rounded down, so that too little is never shown as enough. */
export function shownContrast(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}
