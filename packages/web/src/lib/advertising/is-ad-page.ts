/** Pages on which foreign advertising may stand: where people work and read, not where they type passwords or pay. */
import { paths } from '@filesmith/contract/routes'

const adPages: readonly string[] = [paths.tools, paths.help, paths.about]

export function isAdPage(pathname: string): boolean {
  return pathname === paths.home || adPages.some(page => `${pathname}/`.startsWith(`${page}/`))
}
