/** OCR result: every word with its position in the page image and in the text. */
import { z } from 'zod'

export const recognizedWordSchema = z.object({
  text: z.string(),
  x: z.number().describe('Of the upper left corner, in pixels of the page image.'),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  confidence: z.number().min(0).max(100),
  line: z.number().int().describe('Line number on the page.'),
  start: z.number().int().describe('Offset in the text, in UTF-16 units.'),
  end: z.number().int(),
})
export type RecognizedWord = z.infer<typeof recognizedWordSchema>

export const recognizedPageSchema = z.object({
  page: z.number().int().min(1),
  width: z.number().describe('Of the page image, in pixels.'),
  height: z.number(),
  picture: z.string().nullable().describe('Name of the part with the page image.'),
  hasTextLayer: z.boolean().describe('The page already had text; OCR was not needed.'),
  confidence: z.number().min(0).max(100).nullable(),
  languages: z.array(z.string()).describe('Tesseract language codes.'),
  words: z.array(recognizedWordSchema),
})
export type RecognizedPage = z.infer<typeof recognizedPageSchema>

export const recognitionSchema = z.object({
  languages: z.array(z.object({ code: z.string(), name: z.string() })),
  confidence: z.number().min(0).max(100).nullable().describe('Of all words; null without words.'),
  pages: z.array(recognizedPageSchema),
})
export type Recognition = z.infer<typeof recognitionSchema>

/** Names of the additional outputs of an extraction; page images are named by page number. */
export const recognitionParts = {
  words: 'recognition.json',
  hocr: 'text.hocr',
  searchablePdf: 'searchable.pdf',
  docx: 'text.docx',
  markdown: 'text.md',
  /** If the result itself is Markdown. */
  text: 'text.txt',
  page: (page: number) => `page-${page}.jpg`,
} as const
