/** The one document of the web app with the head of the page it is sent for, so that links to it say what they lead to. */
import { pageAt } from '@filesmith/contract/page-at'
import { notFoundPage, type PageTexts, paths } from '@filesmith/contract/routes'
import { escapeHtml } from '../domain/escape-html.ts'

interface SitePage extends PageTexts {
  readonly status: 200 | 404
  readonly isIndexed: boolean
}

/** A tool nobody knows opens the hub all the same, but is no page to be found. */
export function sitePageAt(path: string): SitePage {
  const page = pageAt(path)
  if (page) return { ...page, status: 200, isIndexed: true }
  const hub = isToolPath(path) ? pageAt(paths.tools) : undefined
  if (hub) return { ...hub, status: 200, isIndexed: false }
  return { ...notFoundPage, status: 404, isIndexed: false }
}

function isToolPath(path: string): boolean {
  return path.startsWith(`${paths.tools}/`) && !path.slice(paths.tools.length + 1).includes('/')
}

export function writeHead(document: string, page: SitePage, origin: string): string {
  const { title, description, keywords, canonical, isIndexed } = page
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...(keywords ? [`<meta name="keywords" content="${escapeHtml(keywords.join(', '))}" />`] : []),
    ...(canonical ? [`<link rel="canonical" href="${escapeHtml(new URL(canonical, origin).href)}" />`] : []),
    ...(isIndexed ? [] : ['<meta name="robots" content="noindex" />']),
  ]
  return document
    .replace(/<meta\s+name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '))
}
