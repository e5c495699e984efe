/** The request of an action: which uploads, and which of their pages. */
import { writePageList } from '@filesmith/contract/pdf/page-list'
import type { UploadedFile } from '../../../lib/file-list/listed-file.ts'
import {
  allPages,
  type PageWorkspace,
  targetPages,
  usedSources,
  type WorkDocument,
} from '../model/page-workspace.ts'
import { listPages } from '../model/saved-workspace.ts'
import { sourceOfPath } from '../sources/source-path.ts'
import { type FieldValues, optionsOf, type WorkbenchAction } from './workbench-action.ts'

/** The documents that an action makes or changes. */
export function documentsFor(
  action: Pick<WorkbenchAction, 'pages'>,
  workspace: PageWorkspace,
): readonly Pick<WorkDocument, 'pages'>[] {
  const documents =
    action.pages === 'documents'
      ? workspace.documents
      : [{ pages: action.pages === 'all' ? allPages(workspace) : targetPages(workspace) }]
  return documents.filter(({ pages }) => pages.length > 0)
}

export function actionRequest(
  action: Pick<WorkbenchAction, 'pages' | 'fields' | 'options'>,
  values: FieldValues,
  workspace: PageWorkspace,
  uploads: readonly UploadedFile[],
): object {
  const documents = documentsFor(action, workspace)
  const used = usedSources(documents.map(({ pages }) => ({ id: '', name: '', pages })))
  const files = uploads.filter(({ path }) => used.has(sourceOfPath(path)))
  const numbers = new Map(files.map(({ path }, index) => [sourceOfPath(path), index + 1]))
  return {
    ...optionsOf(action, values),
    pages: writePageList(documents.map(document => listPages(document, numbers))),
    files: files.map(({ uploadId }) => ({ uploadId })),
  }
}
