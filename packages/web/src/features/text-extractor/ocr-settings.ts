/** How the text shall be read, and how the choice is found again after a reload. */
import {
  languagesOf,
  maxLanguagesOf,
  type OcrOptions,
  usualOcrOptions,
} from '@filesmith/contract/ocr-options'
import type { PlanId } from '@filesmith/contract/plans'
import { readSavedFiles } from '../../lib/file-list/saved-files.ts'

export const ocrToolId = 'ocr'

export const switchNames = [
  'preserveLayout',
  'enhanceAccuracy',
  'detectLanguage',
  'includeConfidence',
] as const satisfies readonly (keyof OcrOptions)[]

/** What was chosen on a larger plan, brought down to this one. */
export function withinPlan(wanted: OcrOptions, plan: PlanId): OcrOptions {
  return { ...wanted, language: languagesOf(wanted).slice(0, maxLanguagesOf(plan)).join('+') }
}

/** Switches are kept as 1 and 0. */
export function optionsToSave({ language, ...switches }: OcrOptions): Record<string, string | number> {
  return {
    language,
    ...Object.fromEntries(Object.entries(switches).map(([name, isOn]) => [name, Number(isOn)])),
  }
}

export function savedOcrOptions(): OcrOptions {
  const { options = {} } = readSavedFiles(ocrToolId)
  const switches = switchNames.map(name => [
    name,
    name in options ? options[name] === 1 : usualOcrOptions[name],
  ])
  const { language } = options
  return {
    ...usualOcrOptions,
    ...Object.fromEntries(switches),
    language: typeof language === 'string' && language !== '' ? language : usualOcrOptions.language,
  }
}
