/** Reads AsciiDoc with Asciidoctor in its secure mode, which includes no files, and writes DocBook for pandoc. */
import { convert } from '@asciidoctor/core'

export async function docbookOf(text: string): Promise<string> {
  const result = await convert(text, {
    safe: 'secure',
    backend: 'docbook5',
    standalone: true,
    // `@`: the document may choose another notation of formulas.
    attributes: { stem: 'latexmath@' },
  })
  return String(result)
}
