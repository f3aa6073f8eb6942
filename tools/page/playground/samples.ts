/** A receipt to begin with. */
export interface Sample {
  title: string
  /** JSON. */
  receipt: string
  language: string
}

/** Some of the package's receipts. The build writes them here (`scripts/build-playground.ts`). */
export const samples: readonly Sample[] = []
