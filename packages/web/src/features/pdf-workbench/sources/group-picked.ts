/** Sorts picked files: each PDF and document by itself, and images that follow each other together. */
import { convertImage } from '@filesmith/contract/operations/convert-image'
import { pdfMakerFor, pdfSourceFormats } from '@filesmith/contract/pdf/pdf-sources'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { extensionOf } from '../../../lib/file-list/kind-of-name.ts'

interface PickedGroup {
  readonly kind: 'pdf' | 'images' | 'document'
  /** Of the document that it becomes. */
  readonly name: string
  readonly files: readonly File[]
}

const imageExtensions = new Set(extensionsOf(convertImage.inputs))

export const workbenchFiles = [
  '.pdf',
  'image/*',
  ...extensionsOf(pdfSourceFormats).map(extension => `.${extension}`),
].join(',')

export function isPdfFile({ name, type }: File): boolean {
  return type === 'application/pdf' || extensionOf(name) === 'pdf'
}

function isImageFile({ name, type }: File): boolean {
  return type.startsWith('image/') || imageExtensions.has(extensionOf(name))
}

function kindOf(file: File): PickedGroup['kind'] | undefined {
  if (isPdfFile(file)) return 'pdf'
  if (isImageFile(file)) return 'images'
  return pdfMakerFor(extensionOf(file.name)) === undefined ? undefined : 'document'
}

export function isAcceptedFile(file: File): boolean {
  return kindOf(file) !== undefined
}

export function groupPicked(files: readonly File[]): PickedGroup[] {
  const groups: PickedGroup[] = []
  for (const file of files) {
    const kind = kindOf(file)
    const last = groups.at(-1)
    if (kind === undefined) continue
    if (kind === 'images' && last?.kind === 'images')
      groups.splice(-1, 1, { kind, name: workbenchMessages.imagesName, files: [...last.files, file] })
    else groups.push({ kind, name: nameWithoutExtension(file.name), files: [file] })
  }
  return groups
}

export function nameWithoutExtension(name: string): string {
  return name.replace(/\.[^.]+$/, '') || name
}
