/** Abilities of markup, e-books, comics and DjVu. */
import type { FormatId } from '@filesmith/contract/formats'
import { z } from 'zod'
import { defineAbility } from '../ability.ts'

const reflowableBooks = ['epub', 'mobi', 'azw3', 'fb2', 'pdb'] as const satisfies readonly FormatId[]

/** PDF comes of the DOCX, by LibreOffice. */
export const markupConvert = defineAbility({
  id: 'markup-convert',
  engine: 'markup',
  from: [
    ...(['md', 'rst', 'adoc', 'org', 'textile', 'muse', 'tex', 'opml', 'ipynb', 'textpack'] as const),
    ...(['html', 'docx', 'odt'] as const),
  ],
  to: ['docx', 'odt', 'html', 'epub', 'md', 'txt', 'rst'],
  cost: 3,
  operation: 'convert-markup',
  options: z.unknown(),
})

export const bookConvert = defineAbility({
  id: 'book-convert',
  engine: 'books',
  from: reflowableBooks,
  to: ['epub', 'mobi', 'html', 'txt', 'fb2'],
  cost: 3,
  operation: 'convert-book',
  options: z.unknown(),
})

/** Preferred to LibreOffice's reading of HTML, which is used where pandoc is missing. */
export const bookToDocx = defineAbility({
  id: 'book-to-docx',
  engine: 'markup',
  from: reflowableBooks,
  to: ['docx'],
  cost: 2,
  operation: 'convert-book',
  options: z.unknown(),
})

export const comicConvert = defineAbility({
  id: 'comic-convert',
  engine: 'books',
  from: ['cbz', 'cbr', 'cb7', 'pdf', 'epub'],
  to: ['cbz', 'pdf', 'epub'],
  cost: 3,
  operation: 'convert-comic',
  options: z.unknown(),
})

export const djvuConvert = defineAbility({
  id: 'djvu-convert',
  engine: 'djvu',
  from: ['djvu'],
  to: ['pdf', 'txt'],
  cost: 3,
  operation: 'convert-book',
  options: z.unknown(),
})
