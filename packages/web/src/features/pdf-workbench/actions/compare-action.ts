/** Compares two of the documents. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { Diff } from 'lucide-react'
import type { WorkbenchAction } from './workbench-action.ts'

const { actions: texts, fields } = workbenchMessages

export const compareAction: WorkbenchAction = {
  id: 'compare',
  ...texts.compare,
  group: 'more',
  icon: Diff,
  operation: 'compare-pdfs',
  pages: 'chosen-documents',
  fields: [
    { kind: 'document', name: 'oldDocument', label: fields.oldDocument, initial: '1' },
    { kind: 'document', name: 'newDocument', label: fields.newDocument, initial: '2' },
  ],
}
