/** The process can't start, or a command can't run. The message says what is wrong and how to fix it; no stack needed. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}
