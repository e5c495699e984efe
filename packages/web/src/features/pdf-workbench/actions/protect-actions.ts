/** Actions that protect the file, or remove what others should not see. */
import { pdfPermissions } from '@filesmith/contract/operations/pdf/protect-pdf'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { Eraser, FileMinus, Lock, LockOpen } from 'lucide-react'
import { choicesOf } from './choices-of.ts'
import type { ActionField, WorkbenchAction } from './workbench-action.ts'

const { actions: texts, fields } = workbenchMessages

/** Each is enough for a redaction without words and areas. */
export const redactSwitches = ['removeHiddenLayers', 'removeComments', 'removeFieldValues'] as const

export const protectActions: readonly WorkbenchAction[] = [
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
]
