/** Actions that change the assembled document. */
import { sheetOrders } from '@filesmith/contract/operations/pdf/arrange-pdf'
import type { NumberPlace } from '@filesmith/contract/operations/pdf/number-pdf'
import { pdfPermissions } from '@filesmith/contract/operations/pdf/protect-pdf'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import {
  Archive,
  BookOpen,
  Contrast,
  Crop,
  Eraser,
  FileImage,
  FileMinus,
  Grid2x2,
  Hash,
  ImageIcon,
  Layers2,
  Lock,
  LockOpen,
  Minimize2,
  PenLine,
  Stamp,
  Tags,
  Target,
  TextCursorInput,
  Wrench,
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

const orientation: ActionField = {
  kind: 'choice',
  name: 'orientation',
  label: fields.orientation,
  initial: 'auto',
  choices: choicesOf(fields.orientations),
}

const metadataNames = ['title', 'author', 'subject', 'keywords', 'created', 'modified'] as const

const text = (name: 'title' | 'author' | 'subject' | 'keywords'): ActionField => ({
  kind: 'text',
  name,
  label: fields[name],
  maxLength: 500,
})

const onPages: ActionField = {
  kind: 'text',
  name: 'onPages',
  label: fields.onlyPages,
  hint: fields.onlyPagesHint,
  maxLength: 1000,
  isPageList: true,
  isMore: true,
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

const headerText = (name: NumberPlace): ActionField => ({
  kind: 'text',
  name,
  label: fields[name],
  maxLength: 200,
})

/** Of a text and of an image. */
const watermarkFields: readonly ActionField[] = [
  {
    kind: 'choice',
    name: 'position',
    label: fields.position,
    initial: 'center',
    choices: choicesOf(fields.positions),
  },
  { kind: 'switch', name: 'tiled', label: fields.tiled, initial: false },
]
const moreOfWatermarks: readonly ActionField[] = [
  {
    kind: 'choice',
    name: 'layer',
    label: fields.layer,
    initial: 'above',
    choices: choicesOf(fields.layers),
    isMore: true,
  },
  onPages,
]
const watermarkSize = (initial: number): ActionField => ({
  kind: 'number',
  name: 'size',
  label: fields.size,
  initial,
  min: 1,
  max: 100,
})
const watermarkAppearance = (rotation: number, opacity: number): readonly ActionField[] => [
  { kind: 'number', name: 'rotation', label: fields.rotation, initial: rotation, min: -180, max: 180 },
  { kind: 'number', name: 'opacity', label: fields.opacity, initial: opacity, min: 1, max: 100 },
]

/** Each is enough for a redaction without words and areas. */
export const redactSwitches = ['removeHiddenLayers', 'removeComments', 'removeFieldValues'] as const

export const editActions: readonly WorkbenchAction[] = [
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
  {
    id: 'protect',
    ...texts.protect,
    group: 'protect',
    icon: Lock,
    operation: 'protect-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [
      { kind: 'password', name: 'password', label: fields.password, hint: fields.passwordHint },
      ...pdfPermissions.map(
        (name): ActionField => ({ kind: 'switch', name, label: fields[name], initial: true }),
      ),
    ],
    problem: values =>
      values.password === '' && pdfPermissions.every(name => values[name] === true)
        ? fields.noProtection
        : undefined,
  },
  {
    id: 'redact',
    ...texts.redact,
    group: 'protect',
    icon: Eraser,
    operation: 'redact-pdf',
    pages: 'all',
    separates: 'by-default',
    placing: 'mark',
    fields: [
      { kind: 'lines', name: 'words', label: fields.words, hint: fields.wordsHint },
      { kind: 'checks', name: 'patterns', label: fields.patterns, choices: choicesOf(fields.patternChoices) },
      { kind: 'switch', name: 'wholeWords', label: fields.wholeWords, initial: false, isMore: true },
      { kind: 'switch', name: 'matchCase', label: fields.matchCase, initial: false, isMore: true },
      { kind: 'color', name: 'color', label: fields.boxColor, initial: '#000000', isMore: true },
      {
        kind: 'text',
        name: 'label',
        label: fields.boxText,
        hint: fields.boxTextHint,
        maxLength: 40,
        isMore: true,
      },
      ...redactSwitches.map(
        (name): ActionField => ({
          kind: 'switch',
          name,
          label: fields[name],
          initial: false,
          isMore: true,
        }),
      ),
    ],
  },
  {
    id: 'unlock',
    ...texts.unlock,
    group: 'protect',
    icon: LockOpen,
    operation: 'unlock-pdf',
    pages: 'all',
    separates: 'by-default',
    fields: [],
  },
  {
    id: 'clear-metadata',
    ...texts.clearMetadata,
    group: 'protect',
    icon: FileMinus,
    operation: 'edit-pdf-metadata',
    pages: 'all',
    separates: 'on-request',
    fields: [],
    options: { clear: true },
  },
  {
    id: 'sign',
    ...texts.sign,
    group: 'draw',
    icon: PenLine,
    operation: 'stamp-pdf',
    pages: 'all',
    separates: 'by-default',
    placing: 'stamp',
    fields: [
      {
        kind: 'text',
        name: 'onPages',
        label: fields.onPages,
        hint: fields.onPagesHint,
        maxLength: 1000,
        isPageList: true,
        isNotSent: true,
      },
    ],
  },
  {
    id: 'watermark',
    ...texts.watermark,
    group: 'draw',
    icon: Stamp,
    operation: 'watermark-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [
      { kind: 'text', name: 'text', label: fields.text, isRequired: true, maxLength: 200 },
      ...watermarkFields,
      ...watermarkAppearance(45, 30),
      { kind: 'color', name: 'color', label: fields.color, initial: '#808080' },
      { ...watermarkSize(50), isMore: true },
      ...moreOfWatermarks,
    ],
  },
  {
    id: 'watermark-image',
    ...texts.watermarkImage,
    group: 'draw',
    icon: ImageIcon,
    operation: 'watermark-pdf',
    pages: 'all',
    separates: 'on-request',
    drawsImage: true,
    fields: [...watermarkFields, watermarkSize(30), ...watermarkAppearance(0, 50), ...moreOfWatermarks],
  },
  {
    id: 'number',
    ...texts.number,
    group: 'draw',
    icon: Hash,
    operation: 'number-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [
      headerText('topLeft'),
      headerText('topCenter'),
      headerText('topRight'),
      headerText('bottomLeft'),
      {
        kind: 'text',
        name: 'bottomCenter',
        label: fields.bottomCenter,
        initial: '{page} / {pages}',
        maxLength: 200,
      },
      {
        kind: 'text',
        name: 'bottomRight',
        label: fields.bottomRight,
        maxLength: 200,
        hint: fields.placeholders,
      },
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
      {
        kind: 'number',
        name: 'fontSize',
        label: fields.fontSize,
        initial: 10,
        min: 4,
        max: 72,
        isMore: true,
      },
      { kind: 'number', name: 'margin', label: fields.margin, initial: 10, min: 0, max: 100, isMore: true },
      { kind: 'color', name: 'color', label: fields.color, initial: '#000000', isMore: true },
      onPages,
    ],
  },
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
  {
    id: 'fill',
    ...texts.fill,
    group: 'more',
    icon: TextCursorInput,
    operation: 'fill-pdf',
    pages: 'all',
    fields: [
      { kind: 'on-pages', name: 'values', label: texts.fill.label, initial: '{}' },
      { kind: 'switch', name: 'flatten', label: fields.flattenForm, initial: false },
    ],
    view: 'form',
  },
  {
    id: 'flatten',
    ...texts.flatten,
    group: 'more',
    icon: Layers2,
    operation: 'flatten-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [{ kind: 'switch', name: 'comments', label: fields.comments, initial: true }],
  },
  {
    id: 'archive',
    ...texts.archive,
    group: 'more',
    icon: Archive,
    operation: 'archive-pdf',
    pages: 'all',
    separates: 'on-request',
    fields: [{ kind: 'switch', name: 'partial', label: fields.partial, initial: false }],
  },
  {
    id: 'metadata',
    ...texts.metadata,
    group: 'more',
    icon: Tags,
    operation: 'edit-pdf-metadata',
    pages: 'all',
    separates: 'on-request',
    fields: [
      text('title'),
      text('author'),
      text('subject'),
      text('keywords'),
      { kind: 'date', name: 'created', label: fields.created, isMore: true },
      { kind: 'date', name: 'modified', label: fields.modified, isMore: true },
    ],
    problem: values =>
      metadataNames.every(name => (values[name] ?? '') === '') ? fields.noMetadata : undefined,
  },
  {
    id: 'repair',
    ...texts.repair,
    group: 'more',
    icon: Wrench,
    operation: 'repair-pdf',
    pages: 'all',
    separates: 'by-default',
    fields: [],
  },
]
