/** Splits an error's message into what is wrong and what to do about it. `otherwise` is the advice if it has none. */
export function parted(message: string, otherwise: string): { message: string; advice: string } {
  const [wrong = '', ...advice] = message.split(/; |\. (?=[A-Z])/)
  return { message: wrong.replace(/\.$/, ''), advice: advice.join('; ').replace(/\.$/, '') || otherwise }
}
