/** What stands at an address, tools included. The page itself loads these texts with the tools, not before. */
import { type PageTexts, pages, paths } from './routes.ts'
import { hubPage, hubToolPath, hubTools } from './tools/hub.ts'

const hubPages: ReadonlyMap<string, PageTexts> = new Map([
  [paths.tools, { ...hubPage, canonical: paths.tools }],
  ...hubTools.map(tool => [hubToolPath(tool.id), hubToolPage(tool)] as const),
])

export function hubToolPage({ id, title, description, keywords }: (typeof hubTools)[number]): PageTexts {
  return { title, description, keywords, canonical: hubToolPath(id) }
}

/** Undefined where there is no page. */
export function pageAt(path: string): PageTexts | undefined {
  return hubPages.get(path) ?? (Object.hasOwn(pages, path) ? pages[path as keyof typeof pages] : undefined)
}
