/**
 * What pages may load (CSP Level 3): embedded pictures and fonts.
 *
 * Chromium keeps a document's policies for whatever is written into it later, and asks them all. So this one is written into a new
 * document, once: in each page, it made each slower than the one before, by half after 500.
 */
const directives =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

/** The first page of a new document of the browser, which binds all later ones. */
export const policyPage = `<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="${directives}"><title>Policy</title></head></html>`

/** The page without the policy in our templates, which is for whoever shows their pages elsewhere. */
export function withoutPolicy(html: string): string {
  return html.replace(templatePolicy, '')
}

const templatePolicy =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; font-src data:; ' +
  "style-src 'unsafe-inline'\">"

/** Whether a page must not stay: it may have a policy of its own, which would bind the pages of others, or move without end. */
export function mustNotStay(html: string): boolean {
  return /http-equiv|animation|<animate|image\/svg/i.test(html)
}
