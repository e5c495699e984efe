/** Titles and descriptions of all pages by path, including tools and help; the web app loads them with the tools. */
import { adminPage, adminPath, adminSections } from './admin-sections.ts'
import { helpPageList, helpPageTexts, helpPath, tutorialsId, tutorialsPage } from './help/help-pages.ts'
import { pageDescriptions } from './page-descriptions.ts'
import { type PageName, type PageTexts, pages, paths } from './routes.ts'
import { findHubTool, hubPage, hubToolPath, hubTools } from './tools/hub.ts'

const pagePaths = Object.keys(pages) as (keyof typeof pages)[]

const allPages: ReadonlyMap<string, PageTexts> = new Map([
  ...pagePaths.map(path => [path, { ...pages[path], ...pageDescriptions[path], canonical: path }] as const),
  ...adminSections.map(section => [adminPath(section.id), adminPage(section)] as const),
  [paths.tools, { ...hubPage, canonical: paths.tools }],
  ...hubTools.map(tool => [hubToolPath(tool.id), hubToolPage(tool)] as const),
  [helpPath(tutorialsId), tutorialsPage],
  ...helpPageList.map(page => [helpPath(page.id), helpPageTexts(page)] as const),
])

export function hubToolPage({ id, title, description, keywords }: (typeof hubTools)[number]): PageTexts {
  return { title, description, keywords, canonical: hubToolPath(id) }
}

/** Undefined for an unknown path. */
export function pageAt(path: string): PageTexts | undefined {
  return allPages.get(path)
}

/** The tool that has this page. */
export function hubToolAt(path: string): (typeof hubTools)[number] | undefined {
  return path.startsWith(`${paths.tools}/`) ? findHubTool(path.slice(paths.tools.length + 1)) : undefined
}

/** The title without the product name. */
export function pageName({ title }: PageName): string {
  return title.split(' | ')[0] ?? title
}

/** All pages that search engines may index. */
export const indexedPaths: readonly string[] = [...allPages]
  .filter(([, page]) => page.isIndexed !== false)
  .map(([path]) => path)
