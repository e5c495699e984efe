/** Describes the recognition result for clients: words with their positions in the page image and in the text. */
import type { Recognition } from '@filesmith/contract/schemas/recognition'
import { type ComposedText, confidenceOf } from '../text/compose-text.ts'
import type { OcrPage } from '../text/ocr-page.ts'

export function describeRecognition(
  pages: readonly OcrPage[],
  composed: ComposedText,
  languageNames: Readonly<Record<string, string>>,
): Recognition {
  const byPage = Map.groupBy(composed.words, ({ page }) => page)
  const codes = new Set(pages.flatMap(({ languages }) => languages))
  return {
    languages: [...codes].map(code => ({ code, name: languageNames[code] ?? code })),
    confidence: rounded(composed.confidence),
    pages: pages.map(page => {
      const scale = page.preview ? page.preview.width / page.width : 1
      const lines = new Map<string, number>()
      const numberOf = (line: string) => {
        if (!lines.has(line)) lines.set(line, lines.size)
        return lines.get(line) ?? 0
      }
      return {
        page: page.page,
        width: page.preview?.width ?? tenths(page.width),
        height: page.preview?.height ?? tenths(page.height),
        picture: page.preview?.name ?? null,
        hasTextLayer: page.hasTextLayer,
        confidence: rounded(confidenceOf(page.words)),
        languages: [...page.languages],
        words: (byPage.get(page.page) ?? []).flatMap(({ index, text, start, end }) => {
          const word = page.words[index]
          if (word === undefined) return []
          return {
            text,
            x: tenths(word.left * scale),
            y: tenths(word.top * scale),
            width: tenths((word.right - word.left) * scale),
            height: tenths((word.bottom - word.top) * scale),
            confidence: tenths(word.confidence),
            line: numberOf(word.line),
            start,
            end,
          }
        }),
      }
    }),
  }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

function rounded(value: number | undefined): number | null {
  return value === undefined ? null : tenths(value)
}
