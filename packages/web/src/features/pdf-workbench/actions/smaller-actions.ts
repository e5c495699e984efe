/** Actions that make the file smaller. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { Contrast, Minimize2, Target } from 'lucide-react'
import { choicesOf } from './choices-of.ts'
import type { WorkbenchAction } from './workbench-action.ts'

const { actions: texts, fields } = workbenchMessages

export const smallerActions: readonly WorkbenchAction[] = [
  {
    id: 'compress',
    ...texts.compress,
    group: 'smaller',
    icon: Minimize2,
    operation: 'compress-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [
      {
        kind: 'choice',
        name: 'level',
        label: fields.level,
        initial: 'balanced',
        choices: choicesOf(fields.levels),
      },
    ],
  },
  {
    id: 'compress-to',
    ...texts.compressTo,
    group: 'smaller',
    icon: Target,
    operation: 'compress-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [
      {
        kind: 'number',
        name: 'maxMegabytes',
        label: fields.maxMegabytes,
        initial: 5,
        min: 0.01,
        max: 10_000,
      },
    ],
  },
  {
    id: 'grayscale',
    ...texts.grayscale,
    group: 'smaller',
    icon: Contrast,
    operation: 'grayscale-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [],
  },
]
