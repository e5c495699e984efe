/** Pages with network ads: tools and content, but no pages with passwords or payments. */
import { paths } from '@filesmith/contract/routes'

const adPages: readonly string[] = [paths.tools, paths.help, paths.about]

export function isAdPage(pathname: string): boolean {
  return pathname === paths.home || adPages.some(page => `${pathname}/`.startsWith(`${page}/`))
}
