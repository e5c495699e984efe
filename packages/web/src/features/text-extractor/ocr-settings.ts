/** OCR settings: plan limits, and their form in localStorage. */
import {
  defaultOcrOptions,
  languagesOf,
  maxLanguagesOf,
  type OcrOptions,
} from '@filesmith/contract/ocr-options'
import type { PlanId } from '@filesmith/contract/plans'
import { readSavedWork } from '../../lib/job/saved-work.ts'

export const ocrToolId = 'ocr'

export const switchNames = [
  'preserveLayout',
  'enhanceAccuracy',
  'detectLanguage',
  'includeConfidence',
] as const satisfies readonly (keyof OcrOptions)[]

/** Limits languages selected on a larger plan to this one. */
export function limitOcrToPlan(requested: OcrOptions, plan: PlanId): OcrOptions {
  return { ...requested, language: languagesOf(requested).slice(0, maxLanguagesOf(plan)).join('+') }
}

/** Switches are saved as 1 and 0. */
export function toSavedOcrOptions({ language, ...switches }: OcrOptions): Record<string, string | number> {
  return {
    language,
    ...Object.fromEntries(Object.entries(switches).map(([name, isOn]) => [name, Number(isOn)])),
  }
}

export function readSavedOcrOptions(): OcrOptions {
  const { options } = readSavedWork(ocrToolId)
  const switches = switchNames.map(name => [
    name,
    name in options ? options[name] === 1 : defaultOcrOptions[name],
  ])
  const { language } = options
  return {
    ...defaultOcrOptions,
    ...Object.fromEntries(switches),
    language: typeof language === 'string' && language !== '' ? language : defaultOcrOptions.language,
  }
}
