/** In what a text can be taken home: made here of the text as it is now, or a part that the server has made. */

import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { recognitionParts } from '@filesmith/contract/schemas/recognition'
import { partUrl } from '../extraction.ts'

const partNames = {
  docx: recognitionParts.docx,
  pdf: recognitionParts.searchablePdf,
  hocr: recognitionParts.hocr,
  json: recognitionParts.words,
} as const

export type ResultFormat = 'txt' | keyof typeof partNames

/** Text and Word are always there: they can be made in the page. */
export function formatsOf(state: ConversionState): readonly ResultFormat[] {
  const parts = (['pdf', 'hocr', 'json'] as const).filter(format => urlOfFormat(state, format) !== undefined)
  return ['txt', 'docx', ...parts]
}

export function urlOfFormat(state: ConversionState, format: keyof typeof partNames): string | undefined {
  return partUrl(state, partNames[format])
}

/** Whether what somebody changed is in it. */
export function holdsChanges(format: ResultFormat): boolean {
  return format === 'txt' || format === 'docx'
}

export function fileNameOf({ fileName }: ConversionState, ending: string): string {
  const base = fileName.replace(/\.[^.]*$/, '') || fileName
  return `${base}.${ending}`
}
