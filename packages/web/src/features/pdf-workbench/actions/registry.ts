/** Actions of the workbench, in the order of the panel. A new action is a row here or in the file of its group; its texts are in the messages of the tool. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { BookMarked, FileDown, FileOutput, Files, ListOrdered, Scissors, Weight } from 'lucide-react'
import { listedDocuments } from '../model/select-pages.ts'
import { rangesName } from './action-request.ts'
import { compareAction } from './compare-action.ts'
import { documentActions } from './document-actions.ts'
import { drawActions } from './draw-actions.ts'
import { layoutActions } from './layout-actions.ts'
import { protectActions } from './protect-actions.ts'
import { smallerActions } from './smaller-actions.ts'
import type { WorkbenchAction } from './workbench-action.ts'

const { actions: texts, fields } = workbenchMessages

export const workbenchActions: readonly WorkbenchAction[] = [
  {
    id: 'one',
    ...texts.one,
    group: 'save',
    icon: FileDown,
    operation: 'organize-pdf',
    pages: 'all',
    fields: [],
  },
  {
    id: 'each',
    ...texts.each,
    group: 'save',
    icon: Files,
    operation: 'organize-pdf',
    pages: 'documents',
    fields: [],
  },
  {
    id: 'extract',
    ...texts.extract,
    group: 'save',
    icon: FileOutput,
    operation: 'organize-pdf',
    pages: 'selected',
    fields: [],
  },
  {
    id: 'split-pages',
    ...texts.splitPages,
    group: 'split',
    icon: Scissors,
    operation: 'organize-pdf',
    pages: 'documents',
    fields: [
      {
        kind: 'number',
        name: 'splitPages',
        label: fields.splitPages,
        initial: 1,
        min: 1,
        max: 100_000,
        isWhole: true,
      },
    ],
    options: { split: 'pages' },
  },
  {
    id: 'split-ranges',
    ...texts.splitRanges,
    group: 'split',
    icon: ListOrdered,
    operation: 'organize-pdf',
    pages: 'ranges',
    fields: [
      {
        kind: 'text',
        name: rangesName,
        label: fields.ranges,
        hint: fields.rangesHint,
        placeholder: fields.rangesPlaceholder,
        isRequired: true,
        isPageList: true,
        isNotSent: true,
      },
    ],
    problem: (values, workspace) => {
      const listed = listedDocuments(workspace, String(values[rangesName] ?? ''))
      return 'problem' in listed ? listed.problem : undefined
    },
  },
  {
    id: 'split-size',
    ...texts.splitSize,
    group: 'split',
    icon: Weight,
    operation: 'organize-pdf',
    pages: 'documents',
    fields: [
      {
        kind: 'number',
        name: 'splitMegabytes',
        label: fields.splitMegabytes,
        initial: 10,
        min: 0.05,
        max: 10_000,
      },
    ],
    options: { split: 'size' },
  },
  {
    id: 'split-bookmarks',
    ...texts.splitBookmarks,
    group: 'split',
    icon: BookMarked,
    operation: 'organize-pdf',
    pages: 'documents',
    fields: [],
    options: { split: 'bookmarks' },
  },
  ...smallerActions,
  ...protectActions,
  ...drawActions,
  ...layoutActions,
  ...documentActions,
  compareAction,
]

export const [defaultAction] = workbenchActions

export function findAction(id: string | undefined): WorkbenchAction | undefined {
  return workbenchActions.find(action => action.id === id)
}
