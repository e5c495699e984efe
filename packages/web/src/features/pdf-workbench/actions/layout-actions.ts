/** Actions that change the size of the pages, or put several on a sheet. */
import { sheetOrders } from '@filesmith/contract/operations/pdf/arrange-pdf'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { BookOpen, Crop, FileImage, Grid2x2 } from 'lucide-react'
import { choicesOf } from './choices-of.ts'
import type { ActionField, WorkbenchAction } from './workbench-action.ts'

const { actions: texts, fields } = workbenchMessages

const millimeters = (name: 'top' | 'right' | 'bottom' | 'left'): ActionField => ({
  kind: 'number',
  name,
  label: fields[name],
  initial: 10,
  min: 0,
  max: 500,
})

const paper: ActionField = {
  kind: 'choice',
  name: 'paper',
  label: fields.paper,
  initial: 'a4',
  choices: choicesOf(fields.papers),
}

const orientation: ActionField = {
  kind: 'choice',
  name: 'orientation',
  label: fields.orientation,
  initial: 'auto',
  choices: choicesOf(fields.orientations),
}

const spacing = (name: 'gap' | 'margin', initial: number): ActionField => ({
  kind: 'number',
  name,
  label: fields[name],
  initial,
  min: 0,
  max: 50,
  isMore: true,
})

export const layoutActions: readonly WorkbenchAction[] = [
  {
    id: 'arrange',
    ...texts.arrange,
    group: 'more',
    icon: Grid2x2,
    operation: 'arrange-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [
      {
        kind: 'choice',
        name: 'perSheet',
        label: fields.perSheet,
        initial: '2',
        choices: ['2', '4', '6', '9', '16'].map(value => ({ value, label: value })),
      },
      paper,
      { kind: 'switch', name: 'borders', label: fields.borders, initial: false },
      {
        kind: 'choice',
        name: 'order',
        label: fields.order,
        initial: 'across',
        choices: sheetOrders.map(value => ({ value, label: fields.orders[value] })),
        isMore: true,
      },
      { ...orientation, isMore: true },
      spacing('gap', 4),
      spacing('margin', 5),
    ],
  },
  {
    id: 'fit-to-paper',
    ...texts.fitToPaper,
    group: 'more',
    icon: FileImage,
    operation: 'arrange-pdf',
    pages: 'all',
    separates: 'on-request',
    canSeparatePages: true,
    fields: [paper, orientation, { ...spacing('margin', 10), isMore: false }],
    options: { perSheet: 1 },
  },
  {
    id: 'booklet',
    ...texts.booklet,
    group: 'more',
    icon: BookOpen,
    operation: 'arrange-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [
      paper,
      {
        kind: 'choice',
        name: 'order',
        label: fields.binding,
        initial: 'across',
        choices: choicesOf(fields.bindings),
      },
      spacing('gap', 4),
      spacing('margin', 5),
    ],
    options: { layout: 'booklet' },
  },
  {
    id: 'crop',
    ...texts.crop,
    group: 'more',
    icon: Crop,
    operation: 'crop-pdf',
    pages: 'all',
    placing: 'crop',
    separates: 'on-request',
    fields: [
      millimeters('top'),
      millimeters('right'),
      millimeters('bottom'),
      millimeters('left'),
      { kind: 'switch', name: 'remove', label: fields.removeOutside, initial: false },
    ],
  },
]
