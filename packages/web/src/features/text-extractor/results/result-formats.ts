/** Download formats: generated in the browser from the current text, or a file made by the server. */

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

/** Text and Word are always available, because they can be generated in the browser. */
export function formatsOf(state: ConversionState): readonly ResultFormat[] {
  const parts = (['pdf', 'hocr', 'json'] as const).filter(format => urlOfFormat(state, format) !== undefined)
  return ['txt', 'docx', ...parts]
}

export function urlOfFormat(state: ConversionState, format: keyof typeof partNames): string | undefined {
  return partUrl(state, partNames[format])
}

/** Whether the format includes the edits of the user. */
export function includesEdits(format: ResultFormat): boolean {
  return format === 'txt' || format === 'docx'
}

export function fileNameOf({ fileName }: ConversionState, extension: string): string {
  const base = fileName.replace(/\.[^.]*$/, '') || fileName
  return `${base}.${extension}`
}
