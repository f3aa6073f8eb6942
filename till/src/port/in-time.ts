/** What `inTime` throws. */
export const late = Symbol('late')

/** The result of some work, if it is there within so many milliseconds. The work goes on. @throws `late` */
export async function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
