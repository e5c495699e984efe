/** What stands at an address, tools and help included. The page itself loads these texts with the tools, not before. */
import { helpPageList, helpPageTexts, helpPath, tutorialsId, tutorialsPage } from './help/help-pages.ts'
import { type PageTexts, pages, paths } from './routes.ts'
import { hubPage, hubToolPath, hubTools } from './tools/hub.ts'

const hubPages: ReadonlyMap<string, PageTexts> = new Map([
  [paths.tools, { ...hubPage, canonical: paths.tools }],
  ...hubTools.map(tool => [hubToolPath(tool.id), hubToolPage(tool)] as const),
])

const helpPages: ReadonlyMap<string, PageTexts> = new Map([
  [helpPath(tutorialsId), tutorialsPage],
  ...helpPageList.map(page => [helpPath(page.id), helpPageTexts(page)] as const),
])

export function hubToolPage({ id, title, description, keywords }: (typeof hubTools)[number]): PageTexts {
  return { title, description, keywords, canonical: hubToolPath(id) }
}

/** Undefined where there is no page. */
export function pageAt(path: string): PageTexts | undefined {
  return (
    hubPages.get(path) ??
    helpPages.get(path) ??
    (Object.hasOwn(pages, path) ? pages[path as keyof typeof pages] : undefined)
  )
}
