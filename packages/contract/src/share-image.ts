/** Preview image of a shared link (Open Graph). */
import type { Instance } from './instance.ts'
import { indexedPaths, pageAt, pageName } from './page-at.ts'
import { paths } from './routes.ts'

export const shareImageSize = { width: 1200, height: 630 } as const

/** Pages of single conversions share the image of the formats. Pages that are not indexed use the image of the home page; in a private instance that of the tools, which names no price. */
export function shareImagePath(path: string, instance: Instance = 'public'): string {
  if (path.startsWith(`${paths.pairs}/`)) return shareImagePath(paths.formats, instance)
  const hasImage = indexedPaths('public').includes(path) && (instance === 'public' || path !== paths.home)
  const shown = hasImage ? path : instance === 'public' ? paths.home : paths.tools
  const name = shown === paths.home ? 'home' : shown.slice(1).replaceAll('/', '-')
  return `/share/${name}.png`
}

export interface ShareImageText {
  readonly heading: string
  readonly line: string
}

/** Text of the image: the title up to its first separator and the rest, or else the page description. */
export function shareImageText(path: string): ShareImageText {
  const page = pageAt('public', path)
  if (!page) throw new Error(`there is no page at ${path}`)
  const title = pageName(page)
  const { heading = title, line = page.description } =
    /^(?<heading>.*?)(?:: |, )(?<line>.*)$/s.exec(title)?.groups ?? {}
  return { heading, line }
}
