import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const { description, repository } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** The site is the repository's Markdown as it is: `npm run docs` writes it to `out/site`, and fails for a dead link. */
export default defineConfig({
  title: 'Counterfoil',
  description,
  // Copies, because a page finds the site's packages only below them.
  srcDir: 'pages',
  outDir: '../../out/site',
  cacheDir: '../../out/.vitepress',
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md', 'docs/:folder/README.md': 'docs/:folder/index.md' },
  ignoreDeadLinks: [url => !/\.md$|\/$/.test(url.replace(/#.*/, ''))],
  lastUpdated: false,
  // Placeholders of templates are no expressions of the site.
  vue: { template: { compilerOptions: { delimiters: ['\u0001', '\u0002'] } } },
  themeConfig: {
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository.url.replace(/^git\+|\.git$/g, '') }],
    nav: [
      { text: 'Start', link: '/' },
      { text: 'API', link: '/docs/api' },
      { text: 'Service', link: '/service/' },
      { text: 'Till', link: '/till/' },
      {
        text: 'Changelog',
        items: [
          { text: 'Library', link: '/CHANGELOG' },
          { text: 'Service and console', link: '/service/CHANGELOG' },
          { text: 'Till', link: '/till/CHANGELOG' },
        ],
      },
    ],
    sidebar: [
      group('Use it', ['receipt', 'api', 'platforms', 'recipes', 'install', 'compare', 'stability']),
      group('Make it yours', ['templates', 'studio', 'languages', 'golden-tests']),
      group('What it does', ['reading', 'what-counts', 'statistics', 'structured', 'archive', 'pdf-ua']),
      group('Run it', ['scale', 'reliability', 'webhooks'], [{ text: 'Service', link: '/service/' }, { text: 'Runbook', link: '/service/runbook' }]),
      group('Understand it', ['architecture', 'decisions', 'testing', 'mutation']),
    ],
  },
})

/** Pages of `docs`, by the titles they have. */
function group(text: string, pages: readonly string[], more: { text: string; link: string }[] = []) {
  const items = pages.map(page => {
    const [title = page] = /(?<=^# ).*/m.exec(readFileSync(new URL(`../../${page}.md`, import.meta.url), 'utf8')) ?? []
    return { text: title, link: `/docs/${page}` }
  })
  return { text, items: [...items, ...more] }
}
