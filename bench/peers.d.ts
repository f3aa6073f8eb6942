/** The parts of the peers that the benchmark uses, to type-check it even if they aren't installed. */

declare module 'mjml' {
  export default function mjml2html(source: string): Promise<{ html: string }>
}

declare module 'pdfmake' {
  const pdfmake: {
    addFonts(fonts: Record<string, { normal: string; bold: string }>): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    createPdf(document: object): { getBuffer(): Promise<Buffer> }
  }
  export default pdfmake
}

declare module 'react' {
  export type ReactNode = object | string | null
  type Component = string | ((props: never) => ReactNode)
  export function createElement(type: Component, props?: object | null, ...children: ReactNode[]): ReactNode
}

declare module '@react-email/components' {
  type Component = (props: never) => import('react').ReactNode
  export const Body: Component
  export const Column: Component
  export const Container: Component
  export const Head: Component
  export const Hr: Component
  export const Html: Component
  export const Img: Component
  export const Preview: Component
  export const Row: Component
  export const Section: Component
  export const Text: Component
}

declare module '@react-email/render' {
  export function render(node: import('react').ReactNode): Promise<string>
  export function toPlainText(html: string): string
}

declare module '@react-pdf/renderer' {
  type Component = (props: never) => import('react').ReactNode
  export const Document: Component
  export const Image: Component
  export const Page: Component
  export const Text: Component
  export const View: Component
  export const Font: { register(font: { family: string; fonts: { src: string; fontWeight: number }[] }): void }
  export const StyleSheet: { create<Styles extends Record<string, object>>(styles: Styles): Styles }
  export function renderToBuffer(document: import('react').ReactNode): Promise<Buffer>
}

declare module '@myriaddreamin/typst-ts-node-compiler' {
  export class NodeCompiler {
    static create(options: { workspace: string; fontArgs: { fontPaths: string[] }[] }): NodeCompiler
    mapShadow(path: string, content: Buffer): void
    pdf(document: { mainFileContent: string; inputs: Record<string, string> }): Buffer
    evictCache(maxAge: number): void
  }
}
