/** Actions that change what belongs to the whole document: its form, metadata and structure. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { Archive, Layers2, Tags, TextCursorInput, Wrench } from 'lucide-react'
import type { ActionField, WorkbenchAction } from './workbench-action.ts'

const { actions: texts, fields } = workbenchMessages

const metadataNames = ['title', 'author', 'subject', 'keywords', 'created', 'modified'] as const

const text = (name: 'title' | 'author' | 'subject' | 'keywords'): ActionField => ({
  kind: 'text',
  name,
  label: fields[name],
  maxLength: 500,
})

export const documentActions: readonly WorkbenchAction[] = [
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
