/** Titles and descriptions of all pages by path, including tools and help; the web app loads them with the tools. */
import { adminPage, adminPath, adminSections } from './admin-sections.ts'
import { helpPagesOf, helpPageTexts, helpPath, tutorialsId, tutorialsPage } from './help/help-pages.ts'
import { type Instance, instances } from './instance.ts'
import { pageDescriptions, privateDescriptions } from './page-descriptions.ts'
import { hasPage, type PageName, type PageTexts, pages, pagesOf, paths } from './routes.ts'
import { findHubTool, hubPage, hubToolPath, hubTools } from './tools/hub.ts'

const pagePaths = Object.keys(pages) as (keyof typeof pages)[]

const pagesByInstance = Object.fromEntries(
  instances.map(instance => [instance, listPages(instance)]),
) as Readonly<Record<Instance, ReadonlyMap<string, PageTexts>>>

function listPages(instance: Instance): ReadonlyMap<string, PageTexts> {
  return new Map<string, PageTexts>([
    ...pagePaths
      .filter(path => hasPage(instance, path))
      .map(path => [path, { ...textsOf(instance, path), canonical: path }] as const),
    ...adminSections.map(section => [adminPath(section.id), adminPage(section)] as const),
    [paths.tools, { ...hubPage, canonical: paths.tools }],
    ...hubTools.map(tool => [hubToolPath(tool.id), hubToolPage(tool)] as const),
    [helpPath(tutorialsId), tutorialsPage],
    ...helpPagesOf(instance).map(page => [helpPath(page.id), helpPageTexts(page)] as const),
  ])
}

function textsOf(instance: Instance, path: keyof typeof pages): PageTexts {
  const texts = { ...pagesOf(instance)[path], ...pageDescriptions[path] }
  return instance === 'private' ? { ...texts, ...privateDescriptions[path] } : texts
}

export function hubToolPage({ id, title, description, keywords }: (typeof hubTools)[number]): PageTexts {
  return { title, description, keywords, canonical: hubToolPath(id) }
}

/** Undefined for a path that the instance does not have. */
export function pageAt(instance: Instance, path: string): PageTexts | undefined {
  return pagesByInstance[instance].get(path)
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
export function indexedPaths(instance: Instance): readonly string[] {
  return [...pagesByInstance[instance]].filter(([, page]) => page.isIndexed !== false).map(([path]) => path)
}
