/** Meta tags of a page for search engines and link previews; written by the server and updated by the web app. */
import type { Instance } from './instance.ts'
import { pageName } from './page-at.ts'
import { productName } from './product-name.ts'
import { type PageTexts, paths } from './routes.ts'
import { shareImagePath, shareImageSize } from './share-image.ts'

interface HeadTag {
  readonly tag: 'meta' | 'link'
  readonly attributes: Readonly<Record<string, string>>
}

interface PagePlace {
  readonly instance: Instance
  readonly siteUrl: string
  /** False for a URL that shows this page but is not its canonical URL. */
  readonly isIndexed: boolean
}

export function describeHead(page: PageTexts, { instance, siteUrl, isIndexed }: PagePlace): HeadTag[] {
  const { title, description, keywords, canonical } = page
  const address = canonical === undefined ? undefined : `${siteUrl}${canonical}`
  const image = `${siteUrl}${shareImagePath(canonical ?? paths.home, instance)}`
  const imageText = pageName(page)
  return [
    named('description', description),
    ...(keywords ? [named('keywords', keywords.join(', '))] : []),
    ...(isIndexed && page.isIndexed !== false ? [] : [named('robots', 'noindex')]),
    ...(address ? [{ tag: 'link', attributes: { rel: 'canonical', href: address } } as const] : []),
    openGraph('type', 'website'),
    openGraph('site_name', productName),
    openGraph('locale', 'en_US'),
    openGraph('title', title),
    openGraph('description', description),
    ...(address ? [openGraph('url', address)] : []),
    openGraph('image', image),
    openGraph('image:type', 'image/png'),
    openGraph('image:width', String(shareImageSize.width)),
    openGraph('image:height', String(shareImageSize.height)),
    openGraph('image:alt', imageText),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', image),
    named('twitter:image:alt', imageText),
  ]
}

/** Selects all of these tags in a document, whichever page they were written for. */
export const headTagSelector =
  'meta[name="description"], meta[name="keywords"], meta[name="robots"], link[rel="canonical"], meta[property^="og:"], meta[name^="twitter:"]'

function named(name: string, content: string): HeadTag {
  return { tag: 'meta', attributes: { name, content } }
}

function openGraph(property: string, content: string): HeadTag {
  return { tag: 'meta', attributes: { property: `og:${property}`, content } }
}
