/** HTML head of a page: meta tags and schema.org structured data. */
import type { Instance } from '@filesmith/contract/instance'
import { describeHead } from '@filesmith/contract/page-head'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { describeStructure } from '@filesmith/contract/structured-data'
import { escapeHtml } from '../../domain/escape-html.ts'
import type { SitePage } from './site-page.ts'

export interface SiteFacts {
  readonly instance: Instance
  readonly origin: string
  readonly offers: readonly PlanOffer[]
}

export function writeHead(page: SitePage, { instance, origin, offers }: SiteFacts): string {
  const tags = describeHead(page, { instance, origin, isIndexed: page.isIndexed }).map(
    ({ tag, attributes }) => {
      const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
      return `<${tag} ${written.join(' ')} />`
    },
  )
  const structure = page.isIndexed ? describeStructure({ instance, page, origin, offers }) : undefined
  return [
    `<title>${escapeHtml(page.title)}</title>`,
    ...tags,
    ...(structure ? [`<script type="application/ld+json">${escapeJson(structure)}</script>`] : []),
  ].join('\n    ')
}

/** Prevents the JSON from closing the script element or opening a comment (XSS). */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
