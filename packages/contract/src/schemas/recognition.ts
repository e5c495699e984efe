/** What text recognition found: every word with its place in the picture and in the text. */
import { z } from 'zod'

export const recognisedWordSchema = z.object({
  text: z.string(),
  x: z.number().describe('Of the upper left corner, in pixels of the page picture.'),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  confidence: z.number().min(0).max(100),
  line: z.number().int().describe('Words of one line of the page share it.'),
  start: z.number().int().describe('Where the word begins in the text, in UTF-16 units.'),
  end: z.number().int(),
})
export type RecognisedWord = z.infer<typeof recognisedWordSchema>

export const recognisedPageSchema = z.object({
  page: z.number().int().min(1),
  width: z.number().describe('Of the page picture, in pixels.'),
  height: z.number(),
  picture: z.string().nullable().describe('The part of the result that shows the page.'),
  hasTextLayer: z.boolean().describe('Its words were in the file already and nothing had to be recognised.'),
  confidence: z.number().min(0).max(100).nullable(),
  languages: z.array(z.string()).describe('As Tesseract calls them.'),
  words: z.array(recognisedWordSchema),
})
export type RecognisedPage = z.infer<typeof recognisedPageSchema>

export const recognitionSchema = z.object({
  languages: z.array(z.object({ code: z.string(), name: z.string() })),
  confidence: z.number().min(0).max(100).nullable().describe('Of all words together; null without any.'),
  pages: z.array(recognisedPageSchema),
})
export type Recognition = z.infer<typeof recognitionSchema>

/** Names of the parts of an extraction; pictures of pages are named by their number. */
export const recognitionParts = {
  words: 'recognition.json',
  hocr: 'text.hocr',
  searchablePdf: 'searchable.pdf',
  docx: 'text.docx',
  page: (page: number) => `page-${page}.jpg`,
} as const
