/** Indexes of the pages that are drawn on. */
import { isPageListError, parsePageList, resolvePages } from '@filesmith/contract/pdf/page-list'
import { JobFailure } from '../../process/job-failure.ts'

export function drawnPages(text: string, pageCount: number): ReadonlySet<number> {
  const list = parsePageList(text)
  const pages = isPageListError(list) ? list : resolvePages(list, [pageCount])
  if ('problem' in pages) throw new JobFailure('invalid-request', { reason: pages.problem })
  return new Set(pages.flat().map(({ page }) => page - 1))
}
