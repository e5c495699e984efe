/** Actions that draw on the pages. */
import type { NumberPlace } from '@filesmith/contract/operations/pdf/number-pdf'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { Hash, ImageIcon, PenLine, Stamp } from 'lucide-react'
import { choicesOf } from './choices-of.ts'
import type { ActionField, WorkbenchAction } from './workbench-action.ts'

const { actions: texts, fields } = workbenchMessages

const onPages: ActionField = {
  kind: 'text',
  name: 'onPages',
  label: fields.onlyPages,
  hint: fields.onlyPagesHint,
  maxLength: 1000,
  isPageList: true,
  isMore: true,
}

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

export const drawActions: readonly WorkbenchAction[] = [
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
]
