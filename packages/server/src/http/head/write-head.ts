/** HTML head of a page: meta tags and schema.org structured data. */
import { basePathMeta } from '@filesmith/contract/base-path-meta'
import type { Instance } from '@filesmith/contract/instance'
import { describeHead } from '@filesmith/contract/page-head'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { describeStructure } from '@filesmith/contract/structured-data'
import { escapeHtml } from '../../domain/escape-html.ts'
import type { SitePage } from './site-page.ts'

export interface SiteFacts {
  readonly instance: Instance
  /** Public address of the site, with BASE_PATH. */
  readonly siteUrl: string
  readonly basePath: string
  readonly offers: readonly PlanOffer[]
}

export function writeHead(page: SitePage, { instance, siteUrl, basePath, offers }: SiteFacts): string {
  const tags = describeHead(page, { instance, siteUrl, isIndexed: page.isIndexed }).map(
    ({ tag, attributes }) => {
      const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
      return `<${tag} ${written.join(' ')} />`
    },
  )
  const structure = page.isIndexed ? describeStructure({ instance, page, siteUrl, offers }) : undefined
  return [
    `<title>${escapeHtml(page.title)}</title>`,
    // For the web app, which cannot know it at build time.
    ...(basePath === '' ? [] : [`<meta name="${basePathMeta}" content="${escapeHtml(basePath)}" />`]),
    ...tags,
    ...(structure ? [`<script type="application/ld+json">${escapeJson(structure)}</script>`] : []),
  ].join('\n    ')
}

/** Prevents the JSON from closing the script element or opening a comment (XSS). */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
