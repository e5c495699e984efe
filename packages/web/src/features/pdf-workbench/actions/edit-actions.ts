/** Actions that change the assembled document. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import {
  BookOpen,
  Contrast,
  Crop,
  Eraser,
  FileMinus,
  Grid2x2,
  Hash,
  Layers2,
  Lock,
  Minimize2,
  Stamp,
  Tags,
  Target,
} from 'lucide-react'
import type { ActionField, WorkbenchAction } from './workbench-action.ts'

const { actions: texts, fields } = workbenchMessages

function choicesOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

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

const text = (name: 'title' | 'author' | 'subject' | 'keywords'): ActionField => ({
  kind: 'text',
  name,
  label: fields[name],
  maxLength: 500,
})

const { none, all, ...kinds } = fields.patternChoices

/** The operation takes a list, one kind per line. */
const patternChoices = [
  { value: '', label: none },
  ...choicesOf(kinds),
  { value: Object.keys(kinds).join('\n'), label: all },
]

export const editActions: readonly WorkbenchAction[] = [
  {
    id: 'compress',
    ...texts.compress,
    group: 'smaller',
    icon: Minimize2,
    operation: 'compress-pdf',
    pages: 'all',
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
    fields: [],
  },
  {
    id: 'protect',
    ...texts.protect,
    group: 'protect',
    icon: Lock,
    operation: 'protect-pdf',
    pages: 'all',
    fields: [
      { kind: 'password', name: 'password', label: fields.password, isRequired: true },
      { kind: 'switch', name: 'print', label: fields.print, initial: true },
      { kind: 'switch', name: 'copy', label: fields.copy, initial: true },
      { kind: 'switch', name: 'change', label: fields.change, initial: true },
    ],
  },
  {
    id: 'redact',
    ...texts.redact,
    group: 'protect',
    icon: Eraser,
    operation: 'redact-pdf',
    pages: 'all',
    fields: [
      { kind: 'lines', name: 'words', label: fields.words, hint: fields.wordsHint },
      { kind: 'choice', name: 'patterns', label: fields.patterns, initial: '', choices: patternChoices },
      { kind: 'switch', name: 'wholeWords', label: fields.wholeWords, initial: false },
    ],
  },
  {
    id: 'clear-metadata',
    ...texts.clearMetadata,
    group: 'protect',
    icon: FileMinus,
    operation: 'edit-pdf-metadata',
    pages: 'all',
    fields: [],
    options: { clear: true },
  },
  {
    id: 'watermark',
    ...texts.watermark,
    group: 'draw',
    icon: Stamp,
    operation: 'watermark-pdf',
    pages: 'all',
    fields: [
      { kind: 'text', name: 'text', label: fields.text, isRequired: true, maxLength: 200 },
      {
        kind: 'choice',
        name: 'position',
        label: fields.position,
        initial: 'center',
        choices: choicesOf(fields.positions),
      },
      { kind: 'switch', name: 'tiled', label: fields.tiled, initial: false },
      { kind: 'number', name: 'rotation', label: fields.rotation, initial: 45, min: -180, max: 180 },
      { kind: 'number', name: 'opacity', label: fields.opacity, initial: 30, min: 1, max: 100 },
      { kind: 'color', name: 'color', label: fields.color, initial: '#808080' },
    ],
  },
  {
    id: 'number',
    ...texts.number,
    group: 'draw',
    icon: Hash,
    operation: 'number-pdf',
    pages: 'all',
    fields: [
      { kind: 'text', name: 'topCenter', label: fields.topCenter, maxLength: 200 },
      {
        kind: 'text',
        name: 'bottomCenter',
        label: fields.bottomCenter,
        initial: '{page} / {pages}',
        maxLength: 200,
        hint: fields.placeholders,
      },
      { kind: 'text', name: 'bottomRight', label: fields.bottomRight, maxLength: 200 },
      {
        kind: 'number',
        name: 'firstNumber',
        label: fields.firstNumber,
        initial: 1,
        min: 0,
        max: 1_000_000,
        isWhole: true,
      },
      { kind: 'switch', name: 'skipFirst', label: fields.skipFirst, initial: false },
    ],
  },
  {
    id: 'arrange',
    ...texts.arrange,
    group: 'more',
    icon: Grid2x2,
    operation: 'arrange-pdf',
    pages: 'all',
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
    ],
  },
  {
    id: 'booklet',
    ...texts.booklet,
    group: 'more',
    icon: BookOpen,
    operation: 'arrange-pdf',
    pages: 'all',
    fields: [paper],
    options: { layout: 'booklet' },
  },
  {
    id: 'crop',
    ...texts.crop,
    group: 'more',
    icon: Crop,
    operation: 'crop-pdf',
    pages: 'all',
    fields: [millimeters('top'), millimeters('right'), millimeters('bottom'), millimeters('left')],
  },
  {
    id: 'flatten',
    ...texts.flatten,
    group: 'more',
    icon: Layers2,
    operation: 'flatten-pdf',
    pages: 'all',
    fields: [{ kind: 'switch', name: 'comments', label: fields.comments, initial: true }],
  },
  {
    id: 'metadata',
    ...texts.metadata,
    group: 'more',
    icon: Tags,
    operation: 'edit-pdf-metadata',
    pages: 'all',
    fields: [text('title'), text('author'), text('subject'), text('keywords')],
  },
]
