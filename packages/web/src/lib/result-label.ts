/** Label of a result: its format, or its pages where it is an archive of them. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { formatLabel } from './format-label.ts'

type Result = Pick<ConversionState, 'convertedFormat' | 'pages'>

/** Numbered files in a ZIP file. */
export function isPageArchive({ convertedFormat, pages }: Result): boolean {
  return convertedFormat === 'zip' && pages !== undefined
}

/** '4 JPEG pages' for an archive of pages, 'PDF' for other results. */
export function resultLabel(result: Result, labelOf: (format: string) => string = formatLabel): string {
  const { convertedFormat, pages } = result
  return pages && isPageArchive(result)
    ? conversionMessages.pages.labeled(pages.count, labelOf(pages.format))
    : labelOf(convertedFormat)
}
