/** An error's message in its two parts: what is wrong; what to do about it. `otherwise` is the advice where it has none. */
export function parted(message: string, otherwise: string): { message: string; advice: string } {
  const [wrong = '', ...advice] = message.split(/; |\. (?=[A-Z])/)
  return { message: wrong.replace(/\.$/, ''), advice: advice.join('; ').replace(/\.$/, '') || otherwise }
}
