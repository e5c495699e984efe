/** Which page is served for a URL, and whether search engines may index it. */
import type { Instance } from '@filesmith/contract/instance'
import { hubToolPage, pageAt } from '@filesmith/contract/page-at'
import { pairAt, pairPage } from '@filesmith/contract/pair-pages'
import { notFoundPage, type PageTexts, paths } from '@filesmith/contract/routes'
import { findHubTool } from '@filesmith/contract/tools/hub'
import { splitUrl } from '../split-url.ts'

export interface SitePage extends PageTexts {
  readonly status: 200 | 404
  readonly isIndexed: boolean
}

export function sitePageAt(instance: Instance, address: string): SitePage {
  const { path, searchParams } = splitUrl(address)
  const pair = pairAt(path)
  const page = pair ? pairPage(pair) : pageAt(instance, path)
  const asked = path === paths.tools ? searchParams.get('tool') : null
  if (page && !asked) return { ...page, status: 200, isIndexed: page.isIndexed !== false }
  const tool = findHubTool(asked)
  if (tool) return { ...hubToolPage(tool), status: 200, isIndexed: true }
  // An unknown tool opens the hub but must not be indexed.
  const hub = asked || isToolPath(path) ? pageAt(instance, paths.tools) : undefined
  if (hub) return { ...hub, status: 200, isIndexed: false }
  return { ...notFoundPage, status: 404, isIndexed: false }
}

function isToolPath(path: string): boolean {
  return path.startsWith(`${paths.tools}/`) && !path.slice(paths.tools.length + 1).includes('/')
}
