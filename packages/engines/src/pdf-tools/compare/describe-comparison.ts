/** Texts of the report of a comparison. */
import type { ComparedPage, PdfComparison } from '@filesmith/contract/pdf/comparison'
import type { ComparedPaths } from './compare-documents.ts'

const maxNameLength = 90
/** What fits on the page of the summary. */
const maxPageLines = 24

export function summaryLines({ isSame, summary, pages }: PdfComparison, names: ComparedPaths): string[] {
  const changed = pages.filter(page => page.state !== 'same' || page.isMoved)
  const listed = changed.slice(0, maxPageLines).map(page => describePage(page).title)
  return [
    `Old: ${names.before.slice(0, maxNameLength)} (${counted(summary.oldPages, 'page')})`,
    `New: ${names.after.slice(0, maxNameLength)} (${counted(summary.newPages, 'page')})`,
    '',
    ...(isSame
      ? ['The documents have the same text and look the same.']
      : [
          `Words: ${summary.addedWords} added (green), ${summary.removedWords} removed (red)`,
          `Pages: ${summary.changedPages} changed, ${summary.addedPages} added, ${summary.removedPages} removed, ${summary.movedPages} moved`,
          'Areas that look different are framed.',
          '',
          ...listed,
          ...(changed.length > listed.length ? [`and ${changed.length - listed.length} more`] : []),
        ]),
  ]
}

export interface PageTexts {
  readonly title: string
  readonly old: string
  readonly new: string
}

export function describePage({
  state,
  isMoved,
  old,
  new: after,
  changedPercent,
}: PdfComparison['pages'][number]): PageTexts {
  const both = old !== null && after !== null && old.page !== after.page ? ` (was page ${old.page})` : ''
  const number = after?.page ?? old?.page ?? 0
  const changes = {
    same: isMoved ? '' : 'no differences',
    changed: appearanceOf(changedPercent),
    added: 'added',
    removed: 'removed',
  }
  const what = [isMoved ? 'moved' : '', changes[state]].filter(Boolean).join(', ')
  return {
    title: `${state === 'removed' ? 'Old page' : 'Page'} ${number}${both}: ${what}`,
    old: old === null ? 'Not in the old document' : `Old, page ${old.page}`,
    new: after === null ? 'Not in the new document' : `New, page ${after.page}`,
  }
}

function appearanceOf(changedPercent: ComparedPage['changedPercent']): string {
  if (changedPercent === 0) return 'text changed, looks the same'
  return `${changedPercent < 0.1 ? 'less than 0.1' : changedPercent}% of the page looks different`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
