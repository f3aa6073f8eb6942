/** A page's fonts: the names that its content uses, and the numbers of their objects. */
export function fontsOn(page: string): [name: string, font: number][] {
  const fonts = /\/Font <<(.*?)>>/s.exec(page)?.[1] ?? ''
  return Array.from(fonts.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name, font]) => [name!, Number(font)])
}
